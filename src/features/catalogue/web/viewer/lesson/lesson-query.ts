import { queryOptions } from '@tanstack/react-query';
import { parseLesson } from './lesson-text.ts';

/** Fetches and parses a text lesson of this site. */
export const lessonQuery = (url: string) =>
  queryOptions({
    queryKey: ['lesson', url],
    queryFn: async () => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
      return parseLesson(await response.text());
    },
  });
