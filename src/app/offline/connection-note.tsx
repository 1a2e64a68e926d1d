import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTopmostDialog } from '#platform/design/dialog/use-topmost-dialog.ts';
import { useApi } from '#platform/web/page.ts';
import * as css from './connection-note.module.css';
import { resumeAfterOffline } from './resume-after-offline.ts';

const WORDS = {
  offline: 'You are offline. This page and what you typed stay here.',
  back: 'You are online again.',
};

/** Display time of the note about the restored connection, in ms, like that of a notification. */
const SHOWN_MS = 5_000;

/** Shows that the browser is offline, and later online again. Then the page resumes. */
export function ConnectionNote() {
  const api = useApi();
  const queries = useQueryClient();
  const [state, setState] = useState<keyof typeof WORDS | null>(null);
  useEffect(() => {
    let stopResuming = () => {};
    const leave = () => {
      stopResuming();
      setState('offline');
    };
    const comeBack = () => {
      setState('back');
      stopResuming();
      stopResuming = resumeAfterOffline(api, queries);
    };
    if (!navigator.onLine) leave();
    addEventListener('offline', leave);
    addEventListener('online', comeBack);
    return () => {
      stopResuming();
      removeEventListener('offline', leave);
      removeEventListener('online', comeBack);
    };
  }, [api, queries]);
  useEffect(() => {
    if (state !== 'back') return;
    const end = setTimeout(() => setState(null), SHOWN_MS);
    return () => clearTimeout(end);
  }, [state]);

  const dialog = useTopmostDialog();
  // Always rendered, because screen readers announce only changes inside a status.
  const note = (
    <p className={css.note} data-part="connection-note" role="status">
      {state && WORDS[state]}
    </p>
  );
  return dialog ? createPortal(note, dialog) : note;
}
