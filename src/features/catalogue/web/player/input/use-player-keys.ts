import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isForPlayer, type PlayerKeys, pressKey } from './player-keys.ts';

/**
 * Listens for the player's keys, such as `k` or ` `: in the viewer and on a droplet's page anywhere,
 * elsewhere while the focus is in the player.
 */
export function usePlayerKeys(
  root: RefObject<HTMLElement | null>,
  everywhere: boolean,
  keys: PlayerKeys,
): void {
  const onPress = useEffectEvent((press: KeyboardEvent) => pressKey(keys, press));
  useEffect(() => {
    const scope: EventTarget | null = everywhere
      ? (root.current?.closest('dialog') ?? document)
      : root.current;
    const onKeyDown = (event: Event) => {
      const focused = event.target instanceof Element ? event.target : null;
      // A filled form sends events of this type that are no key presses.
      if (!(event instanceof KeyboardEvent) || !isForPlayer(event, focused, scope === document)) return;
      if (onPress(event)) event.preventDefault();
    };
    scope?.addEventListener('keydown', onKeyDown);
    return () => scope?.removeEventListener('keydown', onKeyDown);
  }, [root, everywhere]);
}
