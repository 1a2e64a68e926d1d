import { z } from 'zod';
import { ItemType } from '#features/catalogue/contract/kinds.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { ById, PartSize, QueryId, text } from '#platform/http/contract/fields.ts';
import * as calls from './calls.ts';
import { RestoredItem, TrashEntry, TrashTotal } from './schemas.ts';

const ID = 'Must be an ID';
const Id = z
  .number(ID)
  .int(ID)
  .positive(ID)
  .max(2 ** 52, ID);

export const listTrash = endpoint(calls.listTrash, {
  summary:
    'Deleted items, which are kept for 30 days, the newest first. Where there is more, the `X-Next-Cursor` ' +
    'header carries the `cursor` of the next part',
  query: z.object({
    type: ItemType.optional(),
    /** Substring of the title. */
    q: text(200).optional(),
    limit: PartSize(100).default(20),
    cursor: QueryId.optional(),
  }),
  answers: { 200: z.array(TrashEntry) },
});

export const trashTotal = endpoint(calls.trashTotal, {
  summary: 'Count what emptying the trash, up to the newest entry that the reader has seen, deletes for good',
  query: z.object({ upTo: QueryId }),
  answers: { 200: TrashTotal },
});

export const restoreItems = endpoint(calls.restoreItems, {
  summary:
    'Bring deleted items of a type back with everything that was deleted with them: all of them or none. ' +
    '404 or 409 if one is no longer in the trash, 400 if its ocean or wave is missing',
  body: z.object({
    type: ItemType,
    /** Ids of the items, which a restoration preserves. */
    ids: z
      .array(Id, 'Must be a list of IDs')
      .min(1, 'Choose at least one item')
      .max(calls.MAX_RESTORED, `At most ${calls.MAX_RESTORED} at once`)
      .refine((ids) => new Set(ids).size === ids.length, 'An ID is listed twice'),
  }),
  answers: { 200: z.array(RestoredItem) },
});

export const deleteForGood = endpoint(calls.deleteForGood, {
  summary: 'Delete an item for good, before its 30 days are over',
  params: ById,
  answers: { 204: null },
});

export const emptyTrash = endpoint(calls.emptyTrash, {
  summary: 'Delete everything in the trash for good, up to the newest entry that the reader has seen',
  body: z.object({ upTo: Id }),
  answers: {
    /** Number of deleted entries. */
    200: z.object({ deleted: z.number() }),
  },
});
