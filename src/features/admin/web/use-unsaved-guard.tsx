import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface UnsavedGuard {
  /** Does it at once, or when something unsaved would be lost by it, after asking. */
  ask(wouldLose: boolean, act: () => void): void;
  /** To be rendered once. */
  dialog: ReactNode;
}

interface Question {
  discard(): void;
  keep?(): void;
}

/**
 * Leaving the page asks while something is unsaved: by closing it, by a link of the site, or by the Back button.
 * Back cannot be stopped, so the first unsaved letter adds an entry to the history for it to take back.
 */
export function useUnsavedGuard(unsaved: boolean): UnsavedGuard {
  const [question, setQuestion] = useState<Question | null>(null);
  const [, navigate] = useLocation();
  /** We stand on the entry that was added. */
  const onExtra = useRef(false);
  /** The next step through the history is ours. */
  const ownStep = useRef(false);

  useEffect(() => {
    if (!unsaved) return;
    if (!onExtra.current) {
      history.pushState(history.state, '', location.href);
      onExtra.current = true;
    }
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [unsaved]);

  useEffect(() => {
    /** The extra entry gives way to the goal, so that Back leads here in one step. */
    const onClick = (event: MouseEvent) => {
      const goal = onExtra.current ? goalOf(event) : null;
      if (goal === null) return;
      event.preventDefault();
      event.stopPropagation();
      const go = () => navigate(goal, { replace: true });
      if (unsaved) setQuestion({ discard: go });
      else go();
    };
    const onPop = () => {
      if (ownStep.current) {
        ownStep.current = false;
        return;
      }
      if (!onExtra.current) return;
      onExtra.current = false;
      const goOn = () => history.back();
      const stay = () => {
        ownStep.current = true;
        onExtra.current = true;
        history.forward();
      };
      if (unsaved) setQuestion({ discard: goOn, keep: stay });
      else goOn();
    };
    window.addEventListener('click', onClick, true);
    window.addEventListener('popstate', onPop);
    return () => {
      window.removeEventListener('click', onClick, true);
      window.removeEventListener('popstate', onPop);
    };
  }, [unsaved, navigate]);

  const answer = (how: 'discard' | 'keep') => {
    setQuestion(null);
    question?.[how]?.();
  };
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
        onConfirm={() => answer('discard')}
        cancelLabel="Keep editing"
        onCancel={() => answer('keep')}
      >
        <p>What you typed has not been saved.</p>
      </ConfirmDialog>
    ),
  };
}

/** Where a plain click on a link leads, when that is another page of the site. */
function goalOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
  if (!link || link.target || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname === location.pathname) return null;
  return url.pathname + url.search + url.hash;
}
