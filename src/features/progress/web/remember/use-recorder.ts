import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useApi } from '#platform/web/page.ts';
import type { Moment } from './played-time.ts';
import { type LessonIds, Recorder } from './recorder.ts';

/** Records the reader's progress in a lesson; does nothing while `lesson` is undefined. */
export function useRecorder(lesson: LessonIds | undefined, moment: Moment): void {
  const api = useApi();
  const queries = useQueryClient();
  const recorder = useRef<Recorder>(null);
  const { dropletId, waveId, oceanId, total } = lesson ?? NONE;
  useLayoutEffect(() => {
    if (dropletId === 0) return undefined;
    const current = new Recorder(api, queries, { dropletId, waveId, oceanId, total });
    recorder.current = current;
    const onLeave = () => current.report(true);
    const onHide = () => document.visibilityState === 'hidden' && onLeave();
    addEventListener('pagehide', onLeave);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      current.report();
      removeEventListener('pagehide', onLeave);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [api, queries, dropletId, waveId, oceanId, total]);
  const { phase, time, duration, speed, waiting } = moment;
  useEffect(() => {
    recorder.current?.update({ phase, time, duration, speed, waiting });
  }, [phase, time, duration, speed, waiting]);
}

const NONE: LessonIds = { dropletId: 0, waveId: 0, oceanId: 0, total: 0 };
