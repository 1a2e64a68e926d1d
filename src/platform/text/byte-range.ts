/** Offsets of the first and the last byte, both inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/** Parses a `Range` header. Returns null for the whole file, also for several ranges. */
export function parseRange(header: string | undefined, bytes: number): ByteRange | null | 'beyond' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const last = Number(match[2]);
    return last === 0 || bytes === 0 ? 'beyond' : { first: Math.max(0, bytes - last), last: bytes - 1 };
  }
  const first = Number(match[1]);
  const last = match[2] === '' ? bytes - 1 : Math.min(Number(match[2]), bytes - 1);
  if (match[2] !== '' && Number(match[2]) < first) return null;
  return first >= bytes ? 'beyond' : { first, last };
}
