import { z } from 'zod';
import { endpoint } from '../../platform/http/endpoint.ts';
import { PathId } from '../../platform/http/fields.ts';
import {
  AccessType,
  DropletChange,
  NewDroplet,
  NewOcean,
  NewWave,
  OceanChange,
  SomeKeywords,
  WaveChange,
} from './content-schema.ts';
import { Droplet, ItemType, Ocean, Wave } from './contract.ts';

/* What an administrator does to the catalogue. A conflict (409) carries in `current` how the thing stands now. */

const byId = { params: z.object({ id: PathId }), access: 'admin' } as const;

export const createOcean = endpoint({
  method: 'POST',
  path: '/api/oceans',
  summary: 'A new ocean, last in the order',
  access: 'admin',
  body: NewOcean,
  answers: { 201: Ocean },
});

export const updateOcean = endpoint({
  method: 'PUT',
  path: '/api/oceans/:id',
  summary:
    'Replace the fields that are given. With the `version` one began from as `expectedVersion`: 409 when it has changed since',
  ...byId,
  body: OceanChange,
  answers: { 200: Ocean },
});

export const deleteOcean = endpoint({
  method: 'DELETE',
  path: '/api/oceans/:id',
  summary: 'Delete an ocean with its waves, their droplets, and the favorites of all of it',
  ...byId,
  answers: { 204: null },
});

export const createWave = endpoint({
  method: 'POST',
  path: '/api/waves',
  summary: 'A new wave, last in its ocean',
  access: 'admin',
  body: NewWave,
  answers: { 201: Wave },
});

export const updateWave = endpoint({
  method: 'PUT',
  path: '/api/waves/:id',
  summary: 'Replace the fields that are given; another `oceanId` moves the wave to the end of that ocean',
  ...byId,
  body: WaveChange,
  answers: { 200: Wave },
});

export const deleteWave = endpoint({
  method: 'DELETE',
  path: '/api/waves/:id',
  summary: 'Delete a wave with its droplets, and the favorites of all of it',
  ...byId,
  answers: { 204: null },
});

export const createDroplet = endpoint({
  method: 'POST',
  path: '/api/droplets',
  summary: 'A new droplet, last in its wave',
  access: 'admin',
  body: NewDroplet,
  answers: { 201: Droplet },
});

export const updateDroplet = endpoint({
  method: 'PUT',
  path: '/api/droplets/:id',
  summary: 'Replace the fields that are given; another `waveId` moves the droplet to the end of that wave',
  ...byId,
  body: DropletChange,
  answers: { 200: Droplet },
});

export const deleteDroplet = endpoint({
  method: 'DELETE',
  path: '/api/droplets/:id',
  summary: 'Delete a droplet and the favorites of it',
  ...byId,
  answers: { 204: null },
});

export const duplicateOcean = endpoint({
  method: 'POST',
  path: '/api/oceans/:id/duplicate',
  summary: 'A copy with all that the ocean holds, as a draft at the end of the list',
  ...byId,
  answers: { 201: Ocean },
});

export const duplicateWave = endpoint({
  method: 'POST',
  path: '/api/waves/:id/duplicate',
  summary: 'A copy with its droplets, as a draft at the end of the ocean',
  ...byId,
  answers: { 201: Wave },
});

export const duplicateDroplet = endpoint({
  method: 'POST',
  path: '/api/droplets/:id/duplicate',
  summary: 'A copy, as a draft at the end of the wave',
  ...byId,
  answers: { 201: Droplet },
});

const ItemId = z
  .number('Must be an id')
  .int('Must be an id')
  .positive('Must be an id')
  .max(2 ** 52, 'Must be an id');
const once = (ids: number[]) => new Set(ids).size === ids.length;
const TWICE = 'Something is named twice';

const Order = z.object({
  /** Every item of the list, in its new order. */
  ids: z.array(ItemId, 'Must be a list of ids').max(20_000, 'Too many at once').refine(once, TWICE),
});

export const orderOceans = endpoint({
  method: 'PUT',
  path: '/api/oceans/order',
  summary: 'The order of the oceans: all of their ids. 409 when the list has changed meanwhile',
  access: 'admin',
  body: Order,
  answers: { 204: null },
});

export const orderWaves = endpoint({
  method: 'PUT',
  path: '/api/oceans/:id/waves/order',
  summary: 'The order of an ocean’s waves: all of their ids',
  ...byId,
  body: Order,
  answers: { 204: null },
});

export const orderDroplets = endpoint({
  method: 'PUT',
  path: '/api/waves/:id/droplets/order',
  summary: 'The order of a wave’s droplets: all of their ids',
  ...byId,
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
    z.object({ action: z.literal('delete') }),
  ],
  'Choose what to do with them',
);
export type BulkChange = z.output<typeof BulkChange>;

export const changeSeveral = endpoint({
  method: 'POST',
  path: '/api/content/bulk',
  summary: 'One change to several items of a type: all of them or none',
  access: 'admin',
  body: z.object({
    type: ItemType,
    ids: z
      .array(ItemId, 'Must be a list of ids')
      .min(1, 'Choose at least one')
      .max(500, 'At most 500 at once')
      .refine(once, TWICE),
    change: BulkChange,
  }),
  answers: {
    /** How many were changed; those that were so already are not counted. */
    200: z.object({ changed: z.number() }),
  },
});
