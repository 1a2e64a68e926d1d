import { useMemo, useRef, useState } from 'react';
import type { Item } from '../content/content-kinds.ts';

export interface Selection {
  /** Ids of the selected items that still exist, in list order. */
  ids: readonly number[];
  has(id: number): boolean;
  select(ids: readonly number[], on: boolean): void;
  /** Selects from the last chosen item to this one, in the displayed order. */
  selectRange(id: number, on: boolean, shown: readonly number[]): void;
  clear(): void;
}

/** Manages the selected items for bulk actions, on all pages. */
export function useSelection(items: readonly Item[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const ids = useMemo(() => items.map(({ id }) => id).filter((id) => chosen.has(id)), [items, chosen]);
  const last = useRef<number | null>(null);
  const select = (changed: readonly number[], on: boolean) => {
    last.current = changed.at(-1) ?? null;
    setChosen((now) => {
      const next = new Set(now);
      for (const id of changed) {
        if (on) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  };
  return {
    ids,
    has: (id) => chosen.has(id),
    select,
    selectRange(id, on, shown) {
      const [from, to] = [shown.indexOf(last.current ?? id), shown.indexOf(id)].sort((x, y) => x - y) as [
        number,
        number,
      ];
      select(from < 0 ? [id] : shown.slice(from, to + 1), on);
      last.current = id;
    },
    clear: () => setChosen(new Set()),
  };
}
