import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as calls from '#features/history/contract/calls.ts';
import type * as endpoints from '#features/history/contract/endpoints.ts';
import type { Restored, VersionList } from '#features/history/contract/schemas.ts';
import { NEXT_CURSOR } from '#platform/http/contract/headers.ts';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import { inParts } from '../in-parts.ts';
import type { Subject } from './history-address.ts';

/** The versions of an item or setting, the newest first, in pages. */
export const versionsQuery = (api: Api, subject: Subject) =>
  infiniteQueryOptions({
    queryKey: keyOf(calls.listVersions, subject),
    queryFn: async ({ pageParam: cursor }): Promise<{ list: VersionList; next: string | null }> => {
      let next: string | null = null;
      const list = await api<typeof endpoints.listVersions>(calls.listVersions, {
        params: { ...subject },
        query: cursor === '' ? {} : { cursor },
        onHeaders: (headers) => {
          next = headers.get(NEXT_CURSOR);
        },
      });
      return { list, next };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** The latest version of an item or setting, and how many changes there were. */
export const latestVersionQuery = (api: Api, subject: Subject) =>
  queryOptions({
    queryKey: [...keyOf(calls.listVersions, subject), 'latest'],
    queryFn: () =>
      api<typeof endpoints.listVersions>(calls.listVersions, {
        params: { ...subject },
        query: { limit: '1' },
      }),
    staleTime: 0,
  });

/** Differences between a version and the present. */
export const comparisonQuery = (api: Api, subject: Subject, version: number) =>
  queryOptions({
    queryKey: keyOf(calls.compareVersion, { ...subject, version }),
    queryFn: () =>
      api<typeof endpoints.compareVersion>(calls.compareVersion, { params: { ...subject, version } }),
    staleTime: 0,
  });

export const restoreVersion = (
  api: Api,
  subject: Subject,
  body: { version: number; fields: string[]; latest: number },
): Promise<Restored> =>
  api<typeof endpoints.restoreVersion>(calls.restoreVersion, { params: { ...subject }, body });

/**
 * Undoes bulk changes, the newest part first. Returns the entries that undo the undoing. Throws
 * {@link PartlyDone}.
 */
export const undoSeveral = (api: Api, entries: readonly number[]): Promise<number[]> =>
  inParts([...entries].reverse(), calls.MAX_UNDONE, async (part) => {
    const body = { entries: part.reverse() };
    return (await api<typeof endpoints.undoSeveral>(calls.undoSeveral, { body })).entries;
  });

export const undoChange = (api: Api, id: number): Promise<Restored> =>
  api<typeof endpoints.undoChange>(calls.undoChange, { params: { id } });
