import type { QueryClient } from '@tanstack/react-query';
import { InteractiveLesson } from './interactive-lesson.tsx';
import { lessonQuery } from './lesson-query.ts';
import { TextLesson } from './text-lesson.tsx';

/* Lessons without a player, bundled in one file. */

export const LESSONS = { text: TextLesson, interactive: InteractiveLesson };

/** Fetches a text that the reader may open next. */
export const preloadText = (queries: QueryClient, url: string): Promise<void> =>
  queries.prefetchQuery(lessonQuery(url));
