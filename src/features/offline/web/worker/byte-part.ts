import { parseRange } from '#platform/text/byte-range.ts';

/**
 * Serves a range request from a complete stored file: 206 with the part, 416 for a range beyond the end, and
 * the whole file without a range. Safari plays media only with ranges.
 */
export async function partOf(whole: Response, range: string | null): Promise<Response> {
  if (range === null) return whole;
  const file = await whole.blob();
  const part = parseRange(range, file.size);
  const headers = new Headers(whole.headers);
  headers.set('accept-ranges', 'bytes');
  if (part === null) return new Response(file, { headers });
  if (part === 'beyond') {
    headers.set('content-range', `bytes */${file.size}`);
    headers.set('content-length', '0');
    return new Response(null, { status: 416, headers });
  }
  headers.set('content-range', `bytes ${part.first}-${part.last}/${file.size}`);
  headers.set('content-length', String(part.last - part.first + 1));
  const content = file.slice(part.first, part.last + 1, file.type);
  return new Response(content, { status: 206, headers });
}
