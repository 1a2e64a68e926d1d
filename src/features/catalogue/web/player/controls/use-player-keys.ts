import { type RefObject, useEffect, useRef } from 'react';

export type PlayerKeys = Readonly<Record<string, () => void>>;

/** Fields that receive typed letters. */
const WRITTEN_IN = 'input:not([type=radio]), textarea, select, [contenteditable]';
/** Back and forward, the only keys that repeat while held. */
const REPEATED = new Set(['j', 'l']);
/** Elements that Space presses. */
const PRESSED = 'button, a, summary, input';

/**
 * Listens for the player's keys, such as `k` or ` `: in the viewer and on a droplet's page anywhere,
 * elsewhere while the focus is in the player.
 */
export function usePlayerKeys(
  root: RefObject<HTMLElement | null>,
  everywhere: boolean,
  keys: PlayerKeys,
): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const scope: EventTarget | null = everywhere
      ? (root.current?.closest('dialog') ?? document)
      : root.current;
    const onKeyDown = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const { target } = event;
      if (target instanceof Element) {
        if (target.closest(WRITTEN_IN) || (event.key === ' ' && target.closest(PRESSED))) return;
        // Another dialog is above the page.
        if (scope === document && target.closest('dialog')) return;
      }
      const act = latest.current[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      if (!event.repeat || REPEATED.has(event.key.toLowerCase())) act();
    };
    scope?.addEventListener('keydown', onKeyDown);
    return () => scope?.removeEventListener('keydown', onKeyDown);
  }, [root, everywhere]);
}
