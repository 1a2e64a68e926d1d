import type { QueryClient } from '@tanstack/react-query';
import type { ItemType } from '#features/catalogue/contract.ts';
import type * as write from '#features/catalogue/write-contract.ts';
import type { Api } from '#platform/web/api-client.ts';
import { type Item, KINDS } from './content-kinds.ts';

/* The three levels are written alike; the paths of oceans stand for all of them in the types. */

const at = (id: number) => ({ params: { id: String(id) } });
const path = <P extends string>(method: string, kind: ItemType, rest = '') =>
  `${method} /api/${KINDS[kind].names}${rest}` as P;

export const createItem = (api: Api, kind: ItemType, body: object): Promise<Item> =>
  api<typeof write.createOcean>(path('POST', kind), { body: body as never });

export const updateItem = (api: Api, kind: ItemType, id: number, body: object): Promise<Item> =>
  api<typeof write.updateOcean>(path('PUT', kind, '/:id'), { ...at(id), body });

export const deleteItem = (api: Api, kind: ItemType, id: number): Promise<unknown> =>
  api<typeof write.deleteOcean>(path('DELETE', kind, '/:id'), at(id));

export const duplicateItem = (api: Api, kind: ItemType, id: number): Promise<Item> =>
  api<typeof write.duplicateOcean>(path('POST', kind, '/:id/duplicate'), at(id));

/** The whole list in its new order; `parentId` is null for the oceans. */
export function orderItems(api: Api, kind: ItemType, parentId: number | null, ids: number[]) {
  const body = { ids };
  if (parentId === null) return api<typeof write.orderOceans>('PUT /api/oceans/order', { body });
  if (kind === 'wave')
    return api<typeof write.orderWaves>('PUT /api/oceans/:id/waves/order', { ...at(parentId), body });
  return api<typeof write.orderDroplets>('PUT /api/waves/:id/droplets/order', { ...at(parentId), body });
}

/** What one call takes. */
const AT_ONCE = 500;

/** One change to many; answers how many became different. */
export async function changeSeveral(
  api: Api,
  kind: ItemType,
  ids: readonly number[],
  change: write.BulkChange,
): Promise<number> {
  let changed = 0;
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const answer = await api<typeof write.changeSeveral>('POST /api/content/bulk', {
      body: { type: kind, ids: ids.slice(from, from + AT_ONCE), change },
    });
    changed += answer.changed;
  }
  return changed;
}

/** A write can move much: counts of parents, search, favorites. What is on the screen is asked for again at once. */
export function refetchContent(queries: QueryClient): Promise<void> {
  const moved = /^\/api\/(oceans|waves|droplets|explore|favorites|tree|catalogue|trail)\b/;
  return queries.invalidateQueries({ predicate: ({ queryKey }) => moved.test(String(queryKey[0])) });
}
