import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTopmostDialog } from '#platform/design/use-topmost-dialog.ts';

const WORDS = {
  offline: 'You are offline. What is on this page stays, and so does what you typed.',
  back: 'You are online again.',
};

/** How long the return is told, in ms: as long as a notification. */
const TOLD_FOR = 5_000;

/** Says that the connection is gone, as long as it is, and that it is back. What failed to load meanwhile is asked for again. */
export function ConnectionNote() {
  const queries = useQueryClient();
  const [state, setState] = useState<keyof typeof WORDS | null>(null);
  useEffect(() => {
    const leave = () => setState('offline');
    const comeBack = () => {
      setState('back');
      void queries.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' });
    };
    if (!navigator.onLine) leave();
    addEventListener('offline', leave);
    addEventListener('online', comeBack);
    return () => {
      removeEventListener('offline', leave);
      removeEventListener('online', comeBack);
    };
  }, [queries]);
  useEffect(() => {
    if (state !== 'back') return;
    const end = setTimeout(() => setState(null), TOLD_FOR);
    return () => clearTimeout(end);
  }, [state]);

  const dialog = useTopmostDialog();
  // There from the start: only what changes inside of it is announced.
  const note = (
    <p className="connection-note" role="status">
      {state && WORDS[state]}
    </p>
  );
  return dialog ? createPortal(note, dialog) : note;
}
