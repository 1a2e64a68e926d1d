import { isAdmin, type Reader } from '#platform/http/reader.ts';

interface Gated {
  accessType: string;
  isSample: boolean;
}

/**
 * Premium is decided item by item, without inheritance: an item is open when it is free, a sample, or the reader
 * is a subscriber or an administrator (contract, "The API").
 */
export function mayOpen(reader: Reader, item: Gated): boolean {
  return item.accessType === 'free' || item.isSample || reader.tier === 'subscriber' || isAdmin(reader);
}
