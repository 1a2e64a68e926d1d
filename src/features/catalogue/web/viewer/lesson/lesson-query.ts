import { queryOptions } from '@tanstack/react-query';
import type { LessonNode } from '../../../shared/lesson-node.ts';
import { parseLesson } from './lesson-text.ts';

/** Fetches a text lesson of this site: a text that was written here, or a file of plain text. */
export const lessonQuery = (url: string) =>
  queryOptions({
    queryKey: ['lesson', url],
    queryFn: async (): Promise<LessonNode[]> => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
      return /\.json$/.test(url) ? response.json() : parseLesson(await response.text());
    },
  });
