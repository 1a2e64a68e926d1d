import { useEffect, useEffectEvent } from 'react';

/** Actions by `KeyboardEvent.key`, letters in lower case. */
type EditorKeys = Readonly<Record<string, () => void>>;

/** Binds keys of the page. Fields receive letters and arrows, buttons space, and a dialog all keys. */
export function useEditorKeys(keys: EditorKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.altKey || document.querySelector('dialog:modal')) return;
    const name = keyName(event);
    if (name !== 'save' && target?.closest('input, textarea, select') !== null) return;
    if (name === ' ' && target?.closest('button, a, summary')) return;
    const act = name && keys[name];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Returns the key, or its name with Ctrl or Command; undefined for the browser's own shortcuts. */
function keyName({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string | undefined {
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (!ctrlKey && !metaKey) return name;
  if (name === 's') return 'save';
  return name === 'z' && !shiftKey ? 'undo' : undefined;
}
