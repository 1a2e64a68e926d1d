import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { listAuditLog } from '#features/audit-log/contract/calls.ts';
import { CATALOGUE_READS } from '#features/catalogue/contract/calls.ts';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { getPlan, listDrafts, listSchedule } from '#features/catalogue/contract/schedule-calls.ts';
import * as calls from '#features/catalogue/contract/write-calls.ts';
import type * as write from '#features/catalogue/contract/write-endpoints.ts';
import { FAVORITE_READS } from '#features/favorites/contract/calls.ts';
import { listTrash } from '#features/trash/contract/calls.ts';
import type { Api } from '#platform/web/api-client.ts';
import { answersOf, keyOf } from '#platform/web/query-keys.ts';
import type { Item } from './content-kinds.ts';

/** Creates an item. `again`: a repetition after a lost response. */
export function createItem(api: Api, kind: ItemType, body: object, again: boolean): Promise<Item> {
  const input = { body: body as never, query: again ? { again: 'true' as const } : {} };
  if (kind === 'ocean') return api<typeof write.createOcean>(calls.createOcean, input);
  if (kind === 'wave') return api<typeof write.createWave>(calls.createWave, input);
  return api<typeof write.createDroplet>(calls.createDroplet, input);
}

export function updateItem(api: Api, kind: ItemType, id: number, body: object): Promise<Item> {
  const input = { params: { id }, body };
  if (kind === 'ocean') return api<typeof write.updateOcean>(calls.updateOcean, input);
  if (kind === 'wave') return api<typeof write.updateWave>(calls.updateWave, input);
  return api<typeof write.updateDroplet>(calls.updateDroplet, input);
}

export function deleteItem(api: Api, kind: ItemType, id: number): Promise<unknown> {
  const input = { params: { id } };
  if (kind === 'ocean') return api<typeof write.deleteOcean>(calls.deleteOcean, input);
  if (kind === 'wave') return api<typeof write.deleteWave>(calls.deleteWave, input);
  return api<typeof write.deleteDroplet>(calls.deleteDroplet, input);
}

export function duplicateItem(api: Api, kind: ItemType, id: number): Promise<Item> {
  const input = { params: { id } };
  if (kind === 'ocean') return api<typeof write.duplicateOcean>(calls.duplicateOcean, input);
  if (kind === 'wave') return api<typeof write.duplicateWave>(calls.duplicateWave, input);
  return api<typeof write.duplicateDroplet>(calls.duplicateDroplet, input);
}

/** Sends the whole list in its new order; `parentId` is null for oceans. */
export function orderItems(api: Api, kind: ItemType, parentId: number | null, body: write.Order) {
  if (parentId === null) return api<typeof write.orderOceans>(calls.orderOceans, { body });
  const input = { params: { id: parentId }, body };
  if (kind === 'wave') return api<typeof write.orderWaves>(calls.orderWaves, input);
  return api<typeof write.orderDroplets>(calls.orderDroplets, input);
}

/** Queries the server's counts of the items below and above, without a cache. */
export const surroundingsQuery = (api: Api, kind: ItemType, ids: readonly number[]) =>
  queryOptions({
    queryKey: [...keyOf(calls.getSurroundings), kind, ...ids],
    queryFn: async () => {
      const sum = { waves: 0, droplets: 0, favorites: 0, underDraft: 0, onlyDrafts: 0 };
      for (let from = 0; from < ids.length; from += calls.MAX_BULK) {
        const part = await api<typeof write.getSurroundings>(calls.getSurroundings, {
          query: { type: kind, ids: ids.slice(from, from + calls.MAX_BULK).join(',') },
        });
        sum.waves += part.waves;
        sum.droplets += part.droplets;
        // Absent in responses of a node of the previous version.
        sum.favorites += part.favorites ?? 0;
        sum.underDraft += part.underDraft;
        sum.onlyDrafts += part.onlyDrafts;
      }
      return sum;
    },
    staleTime: 0,
    gcTime: 0,
  });

/** Refetches visible content, because a write can change parents' counts, plans, search and favorites. */
export const refetchContent = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({
    predicate: answersOf(
      ...CATALOGUE_READS,
      ...FAVORITE_READS,
      getPlan,
      listSchedule,
      listDrafts,
      listAuditLog,
      listTrash,
    ),
  });
