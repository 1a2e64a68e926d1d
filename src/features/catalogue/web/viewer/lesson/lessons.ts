import type { QueryClient } from '@tanstack/react-query';
import { InteractiveLesson } from './interactive-lesson.tsx';
import { lessonQuery } from './lesson-query.ts';
import { TextLesson } from './text-lesson.tsx';

/* Lessons without a player, in one file of the build. */

export const LESSONS = { text: TextLesson, interactive: InteractiveLesson };

/** Fetches a text that may be read next. */
export const preloadText = (queries: QueryClient, url: string): Promise<void> =>
  queries.prefetchQuery(lessonQuery(url));
