import { useCallback, useEffect, useState } from 'react';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { lazyModule } from '#platform/web/lazy-module.ts';
import * as viewer from '../viewer.module.css';
import { BrokenLesson } from './broken-lesson.tsx';

export const loadLessons = lazyModule(() => import('./lessons.ts'));

interface LazyLessonProps {
  kind: 'text' | 'interactive';
  url: string;
  title: string;
}

/** Shows a text or an exercise. Their code loads on demand, because most droplets are films. */
export function LazyLesson({ kind, ...props }: LazyLessonProps) {
  const [module, setModule] = useState(loadLessons.loaded);
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    void loadLessons().then(setModule, () => setFailed(true));
  }, []);
  useEffect(load, [load]);
  useEffect(() => {
    if (!failed) return undefined;
    addEventListener('online', load);
    return () => removeEventListener('online', load);
  }, [failed, load]);
  const noun = kind === 'text' ? 'text' : 'exercise';
  if (failed) return <BrokenLesson kind={noun} onRetry={load} />;
  const Lesson = module?.LESSONS[kind];
  return Lesson ? (
    <Lesson {...props} />
  ) : (
    <Spinner label={`Loading the ${noun}`} className={viewer.spinner} />
  );
}
