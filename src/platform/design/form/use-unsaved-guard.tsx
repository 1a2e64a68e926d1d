import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import { useUnloadGuard } from './use-unload-guard.ts';

interface UnsavedGuard {
  /** Calls `act` at once, or after a confirmation if it would discard unsaved changes. */
  ask(wouldLose: boolean, act: () => void): void;
  /** The confirmation. Must be rendered once. */
  dialog: ReactNode;
}

/**
 * Asks before the page is left with unsaved changes: by closing it, by a link of the site, or by Back. Back
 * cannot be prevented, so the first unsaved change adds a history entry, which Back removes. The question
 * restores the entry, so that a second Back asks again. `note` describes other effects of leaving.
 */
export function useUnsavedGuard(typed: boolean, note?: string): UnsavedGuard {
  const unsaved = typed || note !== undefined;
  const [question, setQuestion] = useState<{ discard(): void } | null>(null);
  const [, navigate] = useLocation();
  /** Whether the added history entry is the current one. */
  const onAddedEntry = useRef(false);
  /** Whether this hook is navigating forward to the added entry. */
  const returning = useRef(false);

  useUnloadGuard(unsaved);
  useEffect(() => {
    if (!unsaved || onAddedEntry.current) return;
    history.pushState(history.state, '', location.href);
    onAddedEntry.current = true;
  }, [unsaved]);

  useEffect(() => {
    /** Replaces the added entry when navigating, so that Back leads here in one step. */
    const onClick = (event: MouseEvent) => {
      const target = onAddedEntry.current ? targetOf(event) : null;
      if (target === null) return;
      event.preventDefault();
      event.stopPropagation();
      const go = () => navigate(target, { replace: true });
      if (unsaved) setQuestion({ discard: go });
      else go();
    };
    const onPop = () => {
      if (!onAddedEntry.current) return;
      const leave = (steps: number) => {
        onAddedEntry.current = false;
        history.go(-steps);
      };
      if (returning.current) {
        returning.current = false;
        setQuestion({ discard: () => leave(2) });
      } else if (unsaved) {
        returning.current = true;
        history.forward();
      } else leave(1);
    };
    window.addEventListener('click', onClick, true);
    window.addEventListener('popstate', onPop);
    return () => {
      window.removeEventListener('click', onClick, true);
      window.removeEventListener('popstate', onPop);
    };
  }, [unsaved, navigate]);

  return {
    ask(wouldLose, act) {
      if (wouldLose) setQuestion({ discard: act });
      else act();
    },
    dialog: (
      <ConfirmDialog
        open={question !== null}
        title="Discard unsaved changes?"
        label="Discard"
        onConfirm={() => {
          setQuestion(null);
          question?.discard();
        }}
        cancelLabel="Keep editing"
        onCancel={() => setQuestion(null)}
      >
        {typed ? <p>What you typed has not been saved.</p> : null}
        {note ? <p>{note}</p> : null}
      </ConfirmDialog>
    ),
  };
}

/** Returns the path of a plain click on a link to another page of the site; null for other clicks. */
function targetOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
  if (!link || link.target || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname === location.pathname) return null;
  return url.pathname + url.search + url.hash;
}
