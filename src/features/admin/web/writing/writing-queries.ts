import { queryOptions } from '@tanstack/react-query';
import * as calls from '#features/catalogue/contract/writing-calls.ts';
import type {
  getWriting,
  previewText,
  saveWriting,
  Writing,
} from '#features/catalogue/contract/writing-endpoints.ts';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';

/** Queries an author's text. A name always has the same text. */
export const writingQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: keyOf(calls.getWriting, { name }),
    queryFn: () => api<typeof getWriting>(calls.getWriting, { params: { name } }),
  });

/** Queries a text as learners see it, rendered by the server. */
export const previewQuery = (api: Api, source: string) =>
  queryOptions({
    queryKey: ['preview of a text', source],
    queryFn: () => api<typeof previewText>(calls.previewText, { body: { source } }),
    gcTime: 60_000,
    retry: false,
  });

/** Stores a text or exercise on the site, not linked to an item yet. Returns its address. */
export const keepWriting = async (api: Api, writing: Writing): Promise<string> =>
  (await api<typeof saveWriting>(calls.saveWriting, { body: writing })).url;
