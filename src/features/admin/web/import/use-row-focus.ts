import { useEffect, useRef, useState } from 'react';
import type { FolderAction } from './folder-state.ts';

/** The buttons of a droplet's row. */
export type RowControl = 'up' | 'down' | 'out';

/**
 * Keeps the keyboard focus near a row that was moved or left out, and announces its new position. Returns the
 * changed callback for the rows, and the text for screen readers.
 */
export function useRowFocus(order: readonly string[], change: (action: FolderAction) => void) {
  const nextFocus = useRef<{ id: string | undefined; control: RowControl } | null>(null);
  const [words, setWords] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the order
  useEffect(() => {
    if (!nextFocus.current) return;
    const { id, control } = nextFocus.current;
    nextFocus.current = null;
    const row = document.querySelector(`[data-droplet="${id}"]`);
    const button =
      row?.querySelector<HTMLElement>(`[data-control=${control}]:not([disabled])`) ??
      row?.querySelector<HTMLElement>('[data-control]:not([disabled])') ??
      document.getElementById('droplets');
    button?.focus();
  }, [order]);

  const act = (id: string, title: string, control: RowControl) => {
    const index = order.indexOf(id);
    if (control === 'out') {
      // The next row replaces the removed one.
      nextFocus.current = { id: order[index + 1] ?? order[index - 1], control };
      setWords(`${title} is left out.`);
      change({ do: 'role', id, role: 'out' });
      return;
    }
    const by = control === 'up' ? -1 : 1;
    nextFocus.current = { id, control };
    setWords(`${title} is number ${index + by + 1} of ${order.length} now.`);
    change({ do: 'move', id, by });
  };
  return { act, words };
}
