/* Which of 4,096 neighbouring ids hold a term, and where: one short row of bytes. Few ids are a list of two bytes
   each; many are two bits for every id of the block. So no row passes 1 KB, and the commonest term of 100,000
   texts is 25 rows. */

export const BLOCK_SIZE = 4096;
const DENSE_BYTES = BLOCK_SIZE / 4;

/** Where a term stands in a text; the better place is the greater number, 0 is nowhere. */
export const PLACES = { description: 1, keyword: 2, title: 3 } as const;
export type Place = (typeof PLACES)[keyof typeof PLACES];

export const blockOf = (id: number) => Math.floor(id / BLOCK_SIZE);
export const slotOf = (id: number) => id % BLOCK_SIZE;
export const idAt = (block: number, slot: number) => block * BLOCK_SIZE + slot;

/** What each place is worth; nowhere is worth nothing. */
export type Worth = readonly [nowhere: 0, description: number, keyword: number, title: number];
const PLACE_ITSELF: Worth = [0, PLACES.description, PLACES.keyword, PLACES.title];

/** Raises the slots of all ids that hold the term to what their place is worth, where they are not higher already. */
export function readPostings(bytes: Uint8Array, slots: Uint8Array, worth: Worth = PLACE_ITSELF): void {
  const raise = (slot: number, place: number) => {
    const value = worth[place] as number;
    if (value > (slots[slot] as number)) slots[slot] = value;
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

/** The bytes for a block's places, by slot; undefined when the term is nowhere in it any more. */
export function writePostings(places: Uint8Array): Uint8Array | undefined {
  let count = 0;
  for (const place of places) if (place !== 0) count += 1;
  if (count === 0) return undefined;
  if (count * 2 >= DENSE_BYTES) {
    const dense = new Uint8Array(DENSE_BYTES);
    for (let slot = 0; slot < BLOCK_SIZE; slot += 1)
      dense[slot >> 2] = (dense[slot >> 2] as number) | ((places[slot] as number) << ((slot & 3) * 2));
    return dense;
  }
  const list = new Uint8Array(count * 2);
  let at = 0;
  for (let slot = 0; slot < BLOCK_SIZE; slot += 1) {
    const place = places[slot] as number;
    if (place === 0) continue;
    const entry = (slot << 2) | place;
    list[at] = entry & 255;
    list[at + 1] = entry >> 8;
    at += 2;
  }
  return list;
}
