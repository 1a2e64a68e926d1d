import { useEffectEvent, useLayoutEffect } from 'react';
import { noteOwnKeyboard } from '../presses/close-keyboard.ts';
import { useSaveInTurn } from './use-save-in-turn.ts';

/**
 * Calls `save` on Ctrl+S, or Command+S, anywhere on the page. @param isPending whether a save is in progress.
 * The press then waits for its end, also if that save fails, because it must not replace another person's
 * change.
 */
export function useSaveKey(save: () => void, isPending = false): void {
  const saveInTurn = useSaveInTurn(save, isPending);
  const onKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    noteOwnKeyboard();
    // A held key, or a press during a dialog, saves nothing.
    if (!event.repeat && !document.querySelector('dialog:modal')) saveInTurn();
  });
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
