import type { FastifyInstance } from 'fastify';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Db } from '#platform/database/open.ts';
import { NEXT_CURSOR } from '#platform/http/contract/headers.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../contract/endpoints.ts';
import type { RestoredItem } from '../contract/schemas.ts';
import { purgeTrash } from './purge-trash.ts';
import { deleteForGood, emptyTrash, trashPage, trashTotal } from './queries.ts';

/**
 * Restores deleted items. The catalogue implements it, because it manages positions, slugs and the search
 * index.
 */
type RestoreItems = (
  db: Db,
  reader: Reader,
  type: ItemType,
  ids: readonly number[],
) => Promise<RestoredItem[]>;

/** Statements of a purge while an administrator waits. The sweep deletes the rest. */
const MAX_AT_ONCE = 20;

export function trashRoutes(app: FastifyInstance, db: Db, restoreItems: RestoreItems): void {
  serve(app, contract.listTrash, async ({ query, reply }) => {
    const { entries, next } = await trashPage(db, query);
    if (next !== undefined) reply.header(NEXT_CURSOR, String(next));
    return entries;
  });

  serve(app, contract.trashTotal, ({ query }) => trashTotal(db, query.upTo));

  serve(app, contract.restoreItems, ({ body, reader }) => restoreItems(db, reader, body.type, body.ids));

  serve(app, contract.deleteForGood, async ({ params, reader }) => {
    await deleteForGood(db, reader.userId, params.id);
    await purgeTrash(db, { most: MAX_AT_ONCE });
  });

  serve(app, contract.emptyTrash, async ({ body, reader }) => {
    const deleted = await emptyTrash(db, reader.userId, body.upTo);
    await purgeTrash(db, { most: MAX_AT_ONCE });
    return { deleted };
  });
}
