import { useLayoutEffect, useState } from 'react';
import { EarlyKeys, WRITTEN_IN } from './early-keys.tsx';
import { hasSingleKeys } from './key-choice.ts';
import * as css from './keys-dialog.module.css';
import { KeysDialog } from './keys-dialog.tsx';

/**
 * Binds the keys of the administration. `?` lists them. Every other single-character key focuses the field,
 * or presses the button, with this key in `aria-keyshortcuts`. None works in a field, in a dialog, or with
 * Alt, Ctrl or Command, which belong to the browser and the screen reader.
 */
export function AdminKeys() {
  const [open, setOpen] = useState(false);
  // A layout effect binds the keys with the first commit, so that no key right after it is lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
      if (key.length !== 1 || !hasSingleKeys()) {
        // Prevents the site's own list of shortcuts, which is turned off together with the keys.
        if (key === '?') event.preventDefault();
        return;
      }
      const isWriting = target instanceof Element && target.closest(WRITTEN_IN) !== null;
      if (isWriting || document.querySelector('dialog:modal')) return;
      if (key === '?') {
        event.preventDefault();
        setOpen(true);
        return;
      }
      const elements = [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].filter(
        (element) => element.getAttribute('aria-keyshortcuts') === key,
      );
      // Beside a form, the button that leads to it is hidden, but its key works.
      const named = elements.find((element) => element.checkVisibility?.() !== false) ?? elements[0];
      if (!named) return;
      event.preventDefault();
      if (named.matches('input, textarea')) named.focus();
      else named.click();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <EarlyKeys />
      <p className={css.opener}>
        <button type="button" className="btn quiet sm" aria-keyshortcuts="?" onClick={() => setOpen(true)}>
          Keys
        </button>
      </p>
      <KeysDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}
