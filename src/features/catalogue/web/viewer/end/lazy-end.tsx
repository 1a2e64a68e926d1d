import { Suspense, use } from 'react';
import { lazyModule } from '#platform/web/lazy-module.ts';
import type { LessonEndProps } from './lesson-end.tsx';

/** Loads the screens after a lesson, which share a file with the player. Never rejects. */
export const loadEnds = lazyModule(() => import('./lesson-end.tsx').catch(() => null));

export const LazyEnd = (props: LessonEndProps) => (
  <Suspense>
    <LoadedEnd {...props} />
  </Suspense>
);

function LoadedEnd(props: LessonEndProps) {
  const module = use(loadEnds());
  return module && <module.LessonEnd {...props} />;
}
