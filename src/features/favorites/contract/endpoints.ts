import { z } from 'zod';
import { ItemType } from '#features/catalogue/contract/kinds.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import * as calls from './calls.ts';
import { FavoriteItems, FavoriteRef } from './schemas.ts';

export const listFavorites = endpoint(calls.listFavorites, {
  summary: 'The reader’s favorites, the newest first',
  mayBeOld: true,
  personal: true,
  answers: { 200: z.array(FavoriteRef) },
});

export const listFavoriteItems = endpoint(calls.listFavoriteItems, {
  summary: 'The items that are the reader’s favorites, the newest first in each list',
  mayBeOld: true,
  personal: true,
  answers: { 200: FavoriteItems },
});

/** The page's user, who must be the reader, because another person may have logged in since. */
const userId = z.number().int().positive().optional();

export const addFavorite = endpoint(calls.addFavorite, {
  summary: 'Add an item to the favorites. If it is one already, nothing changes',
  body: FavoriteRef.extend({ userId }),
  answers: { 204: null },
});

export const removeFavorite = endpoint(calls.removeFavorite, {
  summary: 'Remove an item from the favorites. If it is not one, nothing changes',
  body: FavoriteRef.extend({ userId }),
  answers: { 204: null },
});

const PlainId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'IDs are positive whole numbers')
  .transform(Number);

export const checkFavorite = endpoint(calls.checkFavorite, {
  summary: 'Whether one item is a favorite of the reader',
  mayBeOld: true,
  personal: true,
  query: z.object({ userId: PlainId.optional(), itemType: ItemType, itemId: PlainId }),
  answers: { 200: z.object({ isFavorite: z.boolean() }) },
});

/** Parses references such as `ocean:1,droplet:25`. */
const RefList = z.string().transform((text, context): FavoriteRef[] => {
  const refs = text.split(',').map((part) => /^(ocean|wave|droplet):([1-9]\d{0,14})$/.exec(part));
  if (refs.length <= calls.MAX_CHECKED && refs.every((match) => match !== null))
    return refs.map(([, itemType, itemId]) => ({ itemType, itemId: Number(itemId) }) as FavoriteRef);
  context.addIssue(`List at most ${calls.MAX_CHECKED} items, such as ocean:1,droplet:25`);
  return z.NEVER;
});

export const checkFavorites = endpoint(calls.checkFavorites, {
  summary:
    `Which of up to ${calls.MAX_CHECKED} items are favorites of the reader: one call for a page ` +
    `of cards`,
  mayBeOld: true,
  personal: true,
  query: z.object({ items: RefList }),
  answers: { 200: z.array(FavoriteRef) },
});

const MergedFavorite = FavoriteRef.extend({
  /** Whether the press removed the favorite. */
  removed: z.boolean().optional(),
  /** Time of the press, in epoch milliseconds. */
  at: z.number().int().nonnegative().optional(),
});

export const mergeFavorites = endpoint(calls.mergeFavorites, {
  summary: 'Add the favorites stored in a browser to the account. Items that do not exist are skipped',
  body: z.object({
    items: z.array(MergedFavorite).max(calls.MAX_MERGED, `Send at most ${calls.MAX_MERGED} items at once`),
    userId,
    /** The browser's clock when sending, by which the server corrects the times of the presses. */
    sentAt: z.number().int().positive().optional(),
  }),
  answers: { 204: null },
});
