import { useLayoutEffect, useState } from 'react';
import { EarlyKeys, WRITTEN_IN } from './early-keys.tsx';
import { hasSingleKeys } from './key-choice.ts';
import * as css from './keys-dialog.module.css';
import { KeysDialog } from './keys-dialog.tsx';

/**
 * Binds the keys of the administration: `?` lists them; another key of one character focuses the field, or
 * presses the button, that names it in `aria-keyshortcuts`. None works in a field, in a dialog, or with Alt,
 * Ctrl or Command, which are the browser's and the screen reader's.
 */
export function AdminKeys() {
  const [open, setOpen] = useState(false);
  // With the first commit: a key that comes right after it is not lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
      if (key.length !== 1 || !hasSingleKeys()) {
        // The list of the site's shortcuts is turned off with the others.
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
      // Beside a form, the button that leads to it is hidden, and works.
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
