import { queryOptions } from '@tanstack/react-query';
import * as calls from '#features/history/contract/calls.ts';
import type * as endpoints from '#features/history/contract/endpoints.ts';
import type { Restored, Subject } from '#features/history/contract/schemas.ts';
import type { Api } from '#platform/web/api-client.ts';
import { pagesQuery } from '#platform/web/pages-query.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import { inParts } from '../in-parts.ts';

/** Queries the versions of an item or setting, newest first, in pages. */
export const versionsQuery = (api: Api, subject: Subject) =>
  pagesQuery({
    queryKey: keyOf(calls.listVersions, subject),
    fetchPage: async ({ cursor, onHeaders }) => ({
      list: await api<typeof endpoints.listVersions>(calls.listVersions, {
        params: { ...subject },
        query: { cursor },
        onHeaders,
      }),
    }),
    staleTime: 0,
  });

/** Queries the latest version of an item or setting, and the number of changes. */
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

/** Queries the differences between a version and the current state. */
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
 * Undoes bulk changes, newest part first. Returns the entries that would redo them. Throws {@link
 * PartlyDone}.
 */
export const undoSeveral = (api: Api, entries: readonly number[]): Promise<number[]> =>
  inParts([...entries].reverse(), calls.MAX_UNDONE, async (part) => {
    const body = { entries: part.reverse() };
    return (await api<typeof endpoints.undoSeveral>(calls.undoSeveral, { body })).entries;
  });

export const undoChange = (api: Api, id: number): Promise<Restored> =>
  api<typeof endpoints.undoChange>(calls.undoChange, { params: { id } });
