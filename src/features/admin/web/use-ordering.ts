import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemType } from '#features/catalogue/contract.ts';
import { toast } from '#platform/design/toast.tsx';
import { failureText } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import { orderItems, refetchContent } from './content-calls.ts';
import { type Item, KINDS } from './content-kinds.ts';
import { moved } from './move.ts';

interface OrderingOptions {
  kind: ItemType;
  parentId: number | null;
  items: readonly Item[];
  /** Where the list lies in the query cache. */
  queryKey: readonly string[];
}

/** Moves items of a list: shown at once, saved after, put back when that fails. */
export function useOrdering({ kind, parentId, items, queryKey }: OrderingOptions) {
  const api = useApi();
  const queries = useQueryClient();
  const [said, setSaid] = useState('');
  const { mutate } = useMutation({
    // One after the other: the last order is the one that stays.
    scope: { id: `order-${queryKey[0]}` },
    mutationFn: (ids: number[]) => orderItems(api, kind, parentId, ids),
    onError: (error) => {
      toast({ kind: 'bad', title: `Failed to update ${kind}`, description: failureText(error) });
      setSaid('');
      return refetchContent(queries);
    },
    onSuccess: () =>
      queries.invalidateQueries({
        // The list itself is right already; asking for it now could undo a move that is still under way.
        predicate: ({ queryKey: [key] }) =>
          key !== queryKey[0] && /^\/api\/(oceans|waves|droplets|explore|trail)\b/.test(String(key)),
      }),
  });

  function move(item: Item, to: number): void {
    const present = queries.getQueryData<Item[]>(queryKey) ?? items;
    const from = present.findIndex(({ id }) => id === item.id);
    if (from < 0 || to < 0 || to >= present.length || to === from) return;
    const next = moved(present, from, to);
    queries.setQueryData(queryKey, next);
    setSaid(`${item.title} is number ${to + 1} of ${present.length} ${KINDS[kind].names} now.`);
    mutate(next.map(({ id }) => id));
  }
  return { move, said };
}
