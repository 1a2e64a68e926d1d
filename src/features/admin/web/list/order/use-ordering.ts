import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { listAuditLog } from '#features/audit-log/contract/calls.ts';
import { CATALOGUE_READS } from '#features/catalogue/contract/calls.ts';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Order } from '#features/catalogue/contract/write-endpoints.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { useApi } from '#platform/web/page.ts';
import { answersOf } from '#platform/web/query-keys.ts';
import { orderItems, refetchContent } from '../../content/content-calls.ts';
import { type Item, KINDS } from '../../content/content-kinds.ts';
import { moved } from './move.ts';

interface OrderingOptions {
  kind: ItemType;
  parentId: number | null;
  items: readonly Item[];
  /** The list's query key. */
  queryKey: readonly string[];
}

/** An item's move between two indexes, and the list's order with it. */
interface Move {
  item: Item;
  from: number;
  to: number;
  order: Order;
}

const dependsOnOrder = answersOf(...CATALOGUE_READS, listAuditLog);

/** Moves items of a list: optimistically, then saved, and reverted on failure. A toast offers Undo. */
export function useOrdering({ kind, parentId, items, queryKey }: OrderingOptions) {
  const api = useApi();
  const queries = useQueryClient();
  // Sent in sequence, so that the last order wins.
  const scope = { id: `order-${queryKey[0]}` };
  /** Whether a move has canceled a refetch of the list, which is due after the last move is saved. */
  const isOutdated = useRef(false);
  const { mutate } = useMutation({
    scope,
    mutationFn: ({ order }: Move) => orderItems(api, kind, parentId, order),
    onError: (error) => {
      toastFailure(`Failed to update ${kind}`)(error);
      isOutdated.current = false;
      return refetchContent(queries);
    },
    onSuccess: (_, { item, from, to, order }) => {
      toast({
        title: `${KINDS[kind].Name} moved`,
        description: `“${item.title}” is now number ${to + 1} of ${order.ids.length} ${KINDS[kind].names}.`,
        undo: () => move(item, from),
      });
      const isLast = queries.isMutating({ predicate: (each) => each.options.scope?.id === scope.id }) === 1;
      const withList = isOutdated.current && isLast;
      if (withList) isOutdated.current = false;
      return queries.invalidateQueries({
        // The list is already correct. A refetch could undo a move in progress.
        predicate: (query) => (withList || query.queryKey[0] !== queryKey[0]) && dependsOnOrder(query),
      });
    },
  });

  function move(item: Item, to: number): void {
    const present = queries.getQueryData<Item[]>(queryKey) ?? items;
    const from = present.findIndex(({ id }) => id === item.id);
    if (from < 0 || to < 0 || to >= present.length || to === from) return;
    const next = moved(present, from, to);
    // A refetch in progress has the order before this move, and would restore it.
    if (queries.isFetching({ queryKey, exact: true }) > 0) {
      isOutdated.current = true;
      void queries.cancelQueries({ queryKey, exact: true });
    }
    queries.setQueryData(queryKey, next);
    mutate({ item, from, to, order: { ids: idsOf(next), before: idsOf(present) } });
  }
  return move;
}

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id);
