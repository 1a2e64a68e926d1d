import { useEffect, useRef } from 'react';

/** Actions of keys, by `KeyboardEvent.key`, letters in lower case. */
type EditorKeys = Readonly<Record<string, () => void>>;

/**
 * Binds keys of the page. Fields keep their letters and arrows, buttons their space, and a dialog all keys.
 */
export function useEditorKeys(keys: EditorKeys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.altKey || document.querySelector('dialog:modal')) return;
      const isField = target?.closest('input, textarea, select') !== null;
      const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !event.shiftKey;
      const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
      if (!isUndo && !isSave && (event.ctrlKey || event.metaKey)) return;
      if (isField && !isSave) return;
      if (event.key === ' ' && target?.closest('button, a, summary')) return;
      const name = isUndo
        ? 'undo'
        : isSave
          ? 'save'
          : event.key.length === 1
            ? event.key.toLowerCase()
            : event.key;
      const act = current.current[name];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
