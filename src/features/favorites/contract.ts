import { z } from 'zod';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Droplet, ItemType, Ocean, Wave } from '../catalogue/contract.ts';

const Id = z.number().int().positive();

/** An item of any level, by which a favorite is known. */
export const FavoriteRef = z.object({ itemType: ItemType, itemId: Id });
export type FavoriteRef = z.infer<typeof FavoriteRef>;

/** The older calls name the user; it may only be the reader. */
const FavoriteCall = FavoriteRef.extend({ userId: Id.optional() });

export const FavoriteItems = z.object({
  oceans: z.array(Ocean),
  waves: z.array(Wave),
  droplets: z.array(Droplet),
});
export type FavoriteItems = z.infer<typeof FavoriteItems>;

/** Most items of one check: several pages of cards. */
export const MOST_CHECKED = 200;
/** Most presses of one merge; a browser with more sends them in parts. */
export const MOST_MERGED = 500;

export const listFavorites = endpoint({
  method: 'GET',
  path: '/api/favorites',
  summary: 'The reader’s favorites, the newest first',
  access: 'signed-in',
  answers: { 200: z.array(FavoriteRef) },
});

export const listFavoriteItems = endpoint({
  method: 'GET',
  path: '/api/favorites/items',
  summary: 'The items that are the reader’s favorites, the newest first in each list',
  access: 'signed-in',
  answers: { 200: FavoriteItems },
});

export const addFavorite = endpoint({
  method: 'POST',
  path: '/api/favorites',
  summary: 'Make an item a favorite; it stays one when it already is',
  access: 'signed-in',
  body: FavoriteCall,
  answers: { 204: null },
});

export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/api/favorites',
  summary: 'Take an item off the favorites, whether it was there or not',
  access: 'signed-in',
  body: FavoriteCall,
  answers: { 204: null },
});

const QueryId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'An id is a positive whole number')
  .transform(Number);

export const checkFavorite = endpoint({
  method: 'GET',
  path: '/api/favorites/check',
  summary: 'Whether one item is a favorite of the reader',
  access: 'signed-in',
  query: z.object({ userId: QueryId.optional(), itemType: ItemType, itemId: QueryId }),
  answers: { 200: z.object({ isFavorite: z.boolean() }) },
});

/** `ocean:1,droplet:25` */
const RefList = z.string().transform((text, context): FavoriteRef[] => {
  const refs = text.split(',').map((part) => /^(ocean|wave|droplet):([1-9]\d{0,14})$/.exec(part));
  if (refs.length <= MOST_CHECKED && refs.every((match) => match !== null))
    return refs.map(([, itemType, itemId]) => ({ itemType, itemId: Number(itemId) }) as FavoriteRef);
  context.addIssue(`Please name at most ${MOST_CHECKED} items, such as ocean:1,droplet:25`);
  return z.NEVER;
});

export const checkFavorites = endpoint({
  method: 'GET',
  path: '/api/favorites/check-many',
  summary: 'Which of up to 200 items are favorites of the reader: one call for a page of cards',
  access: 'signed-in',
  query: z.object({ items: RefList }),
  answers: { 200: z.array(FavoriteRef) },
});

export const mergeFavorites = endpoint({
  method: 'POST',
  path: '/api/favorites/merge',
  summary: 'Bring what a browser kept by itself into the account; items that are not there are passed over',
  access: 'signed-in',
  body: z.object({
    items: z
      .array(
        FavoriteRef.extend({
          /** It was taken off, not added. */
          removed: z.boolean().optional(),
          /** When, in epoch milliseconds. */
          at: z.number().int().nonnegative().optional(),
        }),
      )
      .max(MOST_MERGED, `Please send at most ${MOST_MERGED} items at once`),
  }),
  answers: { 204: null },
});
