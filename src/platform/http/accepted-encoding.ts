/** The forms in which an answer is kept, the shortest first. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Browsers send one of a few headers; a caller who sends ever new ones must not fill the memory. */
const MOST_KNOWN = 100;
const known = new Map<string, Encoding>();

/** The best form that an `Accept-Encoding` header allows. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const already = known.get(header);
  if (already) return already;
  const encoding = negotiate(header);
  if (known.size < MOST_KNOWN && header.length < 100) known.set(header, encoding);
  return encoding;
}

function negotiate(header: string): Encoding {
  const weights = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
        const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
        return [name, quality === undefined ? 1 : Number(quality) || 0];
      }),
  );
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gzip] = [weightOf('br'), Math.max(weightOf('gzip'), weights.get('x-gzip') ?? 0)];
  if (br > 0 && br >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : 'identity';
}
