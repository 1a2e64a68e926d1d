import { queryOptions } from '@tanstack/react-query';
import { type Cue, parseWebVtt } from '#platform/text/captions/parse-webvtt.ts';

/** Fetches and parses captions for their editor. */
export const cuesQuery = (url: string) =>
  queryOptions({
    queryKey: ['cues', url],
    queryFn: () => fetchCues(url),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Fetches and parses captions. Throws when there are none. */
export async function fetchCues(url: string): Promise<Cue[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
  const cues = parseWebVtt(await response.text());
  if (!cues) throw new Error('The response is not WebVTT.');
  return cues;
}
