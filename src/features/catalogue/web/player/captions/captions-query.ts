import { queryOptions } from '@tanstack/react-query';
import { parseCaptions } from '../playback/captions.ts';

/** Fetches and parses a WebVTT file. */
export const captionsQuery = (url: string) =>
  queryOptions({
    queryKey: ['captions', url],
    queryFn: async () => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
      return parseCaptions(await response.text());
    },
  });
