import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { ById } from '#platform/http/contract/fields.ts';
import {
  DropletChange,
  NewDroplet,
  NewOcean,
  NewWave,
  OceanChange,
  SomeKeywords,
  WaveChange,
} from './form-schemas.ts';
import { AccessType, ItemType } from './kinds.ts';
import { Droplet, Ocean, Wave } from './schemas.ts';
import * as calls from './write-calls.ts';

/* A conflict (409) carries the present state in `current`. */

/** The browser sent the same item before and got no response. */
const SentBefore = z.object({ again: z.literal('true').optional() });
const CREATED_ONCE =
  'With `again`, because no answer came: the last item of its list, if it has all these values';
const WHEN_READY =
  'An item published before its film or sound is prepared stays a draft, and goes live by itself afterwards';

export const createOcean = endpoint(calls.createOcean, {
  summary: `A new ocean, last in the order. ${CREATED_ONCE}. ${WHEN_READY}`,
  query: SentBefore,
  body: NewOcean,
  answers: { 201: Ocean },
});

export const updateOcean = endpoint(calls.updateOcean, {
  summary:
    'Replace the fields that are given. With `expectedVersion`, the version that the edit started from: ' +
    `409 if the item has changed since. ${WHEN_READY}`,
  params: ById,
  body: OceanChange,
  answers: { 200: Ocean },
});

export const deleteOcean = endpoint(calls.deleteOcean, {
  summary: 'Delete an ocean with its waves, their droplets, and the favorites of all of it',
  params: ById,
  answers: { 204: null },
});

export const createWave = endpoint(calls.createWave, {
  summary: `A new wave, last in its ocean. ${CREATED_ONCE}. ${WHEN_READY}`,
  query: SentBefore,
  body: NewWave,
  answers: { 201: Wave },
});

export const updateWave = endpoint(calls.updateWave, {
  summary:
    'Replace the fields that are given; another `oceanId` moves the wave to the end of that ocean. ' +
    WHEN_READY,
  params: ById,
  body: WaveChange,
  answers: { 200: Wave },
});

export const deleteWave = endpoint(calls.deleteWave, {
  summary: 'Delete a wave with its droplets, and the favorites of all of it',
  params: ById,
  answers: { 204: null },
});

export const createDroplet = endpoint(calls.createDroplet, {
  summary: `A new droplet, last in its wave. ${CREATED_ONCE}. ${WHEN_READY}`,
  query: SentBefore,
  body: NewDroplet,
  answers: { 201: Droplet },
});

export const updateDroplet = endpoint(calls.updateDroplet, {
  summary:
    'Replace the fields that are given; another `waveId` moves the droplet to the end of that wave. ' +
    WHEN_READY,
  params: ById,
  body: DropletChange,
  answers: { 200: Droplet },
});

export const deleteDroplet = endpoint(calls.deleteDroplet, {
  summary: 'Delete a droplet and the favorites of it',
  params: ById,
  answers: { 204: null },
});

export const duplicateOcean = endpoint(calls.duplicateOcean, {
  summary: 'A copy with everything in the ocean, as a draft at the end of the list',
  params: ById,
  answers: { 201: Ocean },
});

export const duplicateWave = endpoint(calls.duplicateWave, {
  summary: 'A copy with its droplets, as a draft at the end of the ocean',
  params: ById,
  answers: { 201: Wave },
});

export const duplicateDroplet = endpoint(calls.duplicateDroplet, {
  summary: 'A copy, as a draft at the end of the wave',
  params: ById,
  answers: { 201: Droplet },
});

const ItemId = z
  .number('Must be an ID')
  .int('Must be an ID')
  .positive('Must be an ID')
  .max(2 ** 52, 'Must be an ID');
const once = (ids: number[]) => new Set(ids).size === ids.length;
const TWICE = 'An ID is listed twice';

const OrderedIds = z.array(ItemId, 'Must be a list of IDs').max(20_000, 'Too many items at once');

const Order = z.object({
  /** All items of the list, in its new order. */
  ids: OrderedIds.refine(once, TWICE),
  /** The order that the page shows. The call fails with 409 if somebody has moved an item since. */
  before: OrderedIds.optional(),
});
export type Order = z.output<typeof Order>;

export const orderOceans = endpoint(calls.orderOceans, {
  summary: 'The order of the oceans: all of their IDs. 409 if the list has changed',
  body: Order,
  answers: { 204: null },
});

export const orderWaves = endpoint(calls.orderWaves, {
  summary: 'The order of an ocean’s waves: all of their IDs',
  params: ById,
  body: Order,
  answers: { 204: null },
});

export const orderDroplets = endpoint(calls.orderDroplets, {
  summary: 'The order of a wave’s droplets: all of their IDs',
  params: ById,
  body: Order,
  answers: { 204: null },
});

export const BulkChange = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('publish') }),
    z.object({ action: z.literal('unpublish') }),
    z.object({ action: z.literal('access'), accessType: AccessType }),
    z.object({ action: z.literal('sample'), isSample: z.boolean('Must be true or false') }),
    z.object({ action: z.literal('add-keywords'), keywords: SomeKeywords }),
    z.object({ action: z.literal('remove-keywords'), keywords: SomeKeywords }),
    z.object({ action: z.literal('move'), parentId: ItemId }),
    z.object({ action: z.literal('delete') }),
  ],
  'Choose an action',
);
export type BulkChange = z.output<typeof BulkChange>;

export const changeSeveral = endpoint(calls.changeSeveral, {
  summary:
    'One change to several items of a type: all of them or none. `issues` names the items that stopped it. ' +
    WHEN_READY,
  body: z.object({
    type: ItemType,
    ids: z
      .array(ItemId, 'Must be a list of IDs')
      .min(1, 'Choose at least one item')
      .max(calls.MAX_BULK, `At most ${calls.MAX_BULK} at once`)
      .refine(once, TWICE),
    /**
     * The versions that the page shows, in the order of `ids`. The call fails with 409 if one has changed
     * since.
     */
    versions: z.array(z.number()).max(calls.MAX_BULK).optional(),
    change: BulkChange,
  }),
  answers: {
    /** Number of items that the change has altered. */
    200: z.object({
      changed: z.number(),
      /**
       * Ids of the entries in the audit log, for an undo. Empty for a deletion, because the trash undoes it.
       */
      entries: z.array(z.number()),
      /** Number of drafts that go live by themselves, because their film or sound is being prepared. */
      waiting: z.number(),
    }),
  },
});

const IdList = z
  .string('Must be a list of IDs')
  .regex(/^\d{1,16}(,\d{1,16})*$/, 'Must be a list of IDs')
  .transform((list) => list.split(',').map(Number))
  .pipe(z.array(ItemId).max(calls.MAX_BULK, `At most ${calls.MAX_BULK} at once`).refine(once, TWICE));

export const Surroundings = z.object({
  /** Waves and droplets below these items, which a deletion removes too. */
  waves: z.number(),
  droplets: z.number(),
  /** Favorites on these items and on the items below them. */
  favorites: z.number(),
  /** Number of these items under a draft, where readers do not see them. */
  underDraft: z.number(),
  /** Number of these items that have items below, all of them drafts. */
  onlyDrafts: z.number(),
});
export type Surroundings = z.output<typeof Surroundings>;

export const getSurroundings = endpoint(calls.getSurroundings, {
  summary:
    'What lies below and above items of a type, counted now: `ids` with commas. Missing items count nothing',
  query: z.object({ type: ItemType, ids: IdList }),
  answers: { 200: Surroundings },
});
