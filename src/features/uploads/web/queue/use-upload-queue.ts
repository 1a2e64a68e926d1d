import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '#platform/web/page.ts';
import { useResumables } from '../resumable/use-resumables.ts';
import { UploadQueue } from './upload-queue.ts';

/** Returns the upload queue of a page with the states of its files. Leaving the page ends it. */
export function useUploadQueue() {
  const api = useApi();
  const { find } = useResumables();
  const [queue] = useState(() => new UploadQueue({ api, find }));
  useEffect(() => () => queue.leave(), [queue]);
  const states = useSyncExternalStore(queue.subscribe, queue.states, queue.states);
  const isPaused = useSyncExternalStore(queue.subscribe, queue.isPaused, queue.isPaused);
  return { queue, states, isPaused };
}
