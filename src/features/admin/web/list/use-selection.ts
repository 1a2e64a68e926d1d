import { useMemo, useState } from 'react';
import type { Item } from '../content/content-kinds.ts';

export interface Selection {
  /** Ids of the selected items that still exist, in list order. */
  ids: readonly number[];
  has(id: number): boolean;
  select(ids: readonly number[], on: boolean): void;
  clear(): void;
}

/** The items that are selected for bulk actions, on all pages. */
export function useSelection(items: readonly Item[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const ids = useMemo(() => items.map(({ id }) => id).filter((id) => chosen.has(id)), [items, chosen]);
  return {
    ids,
    has: (id) => chosen.has(id),
    select: (changed, on) =>
      setChosen((now) => {
        const next = new Set(now);
        for (const id of changed) {
          if (on) next.add(id);
          else next.delete(id);
        }
        return next;
      }),
    clear: () => setChosen(new Set()),
  };
}
