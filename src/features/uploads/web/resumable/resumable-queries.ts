import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../../contract/resumable-calls.ts';
import type { listResumables, Resumable } from '../../contract/resumable-endpoints.ts';
import type { UploadKind } from '../../shared/upload-kinds.ts';

/** Queries one's own uploads that are unfinished, or were finished today. */
export const resumablesQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.listResumables),
    queryFn: () => api<typeof listResumables>(calls.listResumables),
    staleTime: 0,
  });

/** Tokens of the uploads that this page is sending. */
export const activeTokens = new Set<string>();

/** Tokens of the uploads that this page has canceled, which a stale list may still contain. */
export const canceledTokens = new Set<string>();

/** Tells whether an unfinished upload may be continued. */
const isFree = ({ token }: Resumable): boolean => !activeTokens.has(token) && !canceledTokens.has(token);

/** Finds the upload that began with this file, except one that this page is already sending. */
export function findResumable(
  listed: readonly Resumable[],
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
  kind: UploadKind,
): Resumable | undefined {
  return listed.find(
    (it) =>
      it.kind === kind &&
      it.name === file.name &&
      it.bytes === file.size &&
      it.modified === file.lastModified &&
      // A file whose preparation failed is sent again.
      (it.upload === null ? isFree(it) : it.upload.status !== 'failed' && it.upload.status !== 'canceled'),
  );
}

/** Returns unfinished uploads of a kind that wait for their file, after a reload or on another device. */
export const waitingFor = (listed: readonly Resumable[], kind?: UploadKind): Resumable[] =>
  listed.filter(
    (it) => (kind === undefined || it.kind === kind) && it.upload === null && it.received > 0 && isFree(it),
  );
