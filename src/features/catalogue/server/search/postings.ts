/*
 * Postings: the ids of a block that contain a term, and the part of the text that does. A row is a list of
 * two bytes per id, or two bits for every slot if that is shorter. So a row takes at most 1 KB, and the
 * commonest term of 100,000 texts 25 rows.
 */

/** Ids per row. */
export const BLOCK_SIZE = 4096;
const DENSE_BYTES = BLOCK_SIZE / 4;

/** The most important part of a text that contains a term; 0 means absent. */
export const PARTS = { description: 1, keyword: 2, title: 3 } as const;
export type Part = (typeof PARTS)[keyof typeof PARTS];

export const blockOf = (id: number) => Math.floor(id / BLOCK_SIZE);
export const slotOf = (id: number) => id % BLOCK_SIZE;
export const idAt = (block: number, slot: number) => block * BLOCK_SIZE + slot;

/** Estimates the number of ids in a row from its length. */
export const idsIn = ({ length }: Uint8Array) => (length === DENSE_BYTES ? BLOCK_SIZE / 2 : length / 2);

/** Score of a match by part. */
export type PartScores = readonly [absent: 0, description: number, keyword: number, title: number];
const PART_ITSELF: PartScores = [0, PARTS.description, PARTS.keyword, PARTS.title];

/** Decodes postings into `slots`. Writes each part's score where it is higher than the present value. */
export function readPostings(bytes: Uint8Array, slots: Uint8Array, scores: PartScores = PART_ITSELF): void {
  const raise = (slot: number, part: number) => {
    const score = scores[part] as number;
    if (score > (slots[slot] as number)) slots[slot] = score;
  };
  if (bytes.length === DENSE_BYTES) {
    for (let index = 0; index < DENSE_BYTES; index += 1) {
      const four = bytes[index] as number;
      for (let slot = index * 4, rest = four; rest !== 0; slot += 1, rest >>= 2) raise(slot, rest & 3);
    }
    return;
  }
  for (let index = 0; index < bytes.length; index += 2) {
    const entry = (bytes[index] as number) | ((bytes[index + 1] as number) << 8);
    raise(entry >> 2, entry & 3);
  }
}

/** Encodes a block's parts by slot; undefined when none of its ids contains the term. */
export function writePostings(parts: Uint8Array): Uint8Array | undefined {
  let count = 0;
  for (const part of parts) if (part !== 0) count += 1;
  if (count === 0) return undefined;
  if (count * 2 >= DENSE_BYTES) {
    const dense = new Uint8Array(DENSE_BYTES);
    for (let slot = 0; slot < BLOCK_SIZE; slot += 1)
      dense[slot >> 2] = (dense[slot >> 2] as number) | ((parts[slot] as number) << ((slot & 3) * 2));
    return dense;
  }
  const list = new Uint8Array(count * 2);
  let offset = 0;
  for (let slot = 0; slot < BLOCK_SIZE; slot += 1) {
    const part = parts[slot] as number;
    if (part === 0) continue;
    const entry = (slot << 2) | part;
    list[offset] = entry & 255;
    list[offset + 1] = entry >> 8;
    offset += 2;
  }
  return list;
}
