import { queryOptions } from '@tanstack/react-query';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import * as calls from '#features/trash/contract/calls.ts';
import type * as endpoints from '#features/trash/contract/endpoints.ts';
import type { RestoredItem } from '#features/trash/contract/schemas.ts';
import type { Api } from '#platform/web/api-client.ts';
import { pagesQuery } from '#platform/web/pages-query.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import { inParts } from '../in-parts.ts';

export interface TrashFilter {
  type: ItemType | '';
  text: string;
}

export const WHOLE_TRASH: TrashFilter = { type: '', text: '' };

/** Queries the deleted items that match, newest first, in pages. */
export const trashQuery = (api: Api, { type, text }: TrashFilter) =>
  pagesQuery({
    queryKey: [...keyOf(calls.listTrash), type, text],
    fetchPage: async ({ cursor, onHeaders }) => ({
      entries: await api<typeof endpoints.listTrash>(calls.listTrash, {
        query: { ...(type === '' ? {} : { type }), q: text, cursor },
        onHeaders,
      }),
    }),
    staleTime: 0,
  });

/** Restores deleted items of a type. Throws {@link PartlyDone}. */
export const restoreItems = (api: Api, type: ItemType, ids: readonly number[]): Promise<RestoredItem[]> =>
  inParts(ids, calls.MAX_RESTORED, (part) =>
    api<typeof endpoints.restoreItems>(calls.restoreItems, { body: { type, ids: part } }),
  );

export const deleteForGood = (api: Api, id: number): Promise<unknown> =>
  api<typeof endpoints.deleteForGood>(calls.deleteForGood, { params: { id } });

/** Queries the numbers of items and favorites that {@link emptyTrash} would delete. */
export const trashTotalQuery = (api: Api, upTo: number) =>
  queryOptions({
    queryKey: [...keyOf(calls.trashTotal), upTo],
    queryFn: () => api<typeof endpoints.trashTotal>(calls.trashTotal, { query: { upTo } }),
    staleTime: 0,
  });

/** Permanently deletes all entries, up to the newest shown one. */
export const emptyTrash = (api: Api, upTo: number) =>
  api<typeof endpoints.emptyTrash>(calls.emptyTrash, { body: { upTo } });
