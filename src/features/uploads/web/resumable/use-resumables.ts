import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { useApi } from '#platform/web/page.ts';
import type { Resumable } from '../../contract/resumable-endpoints.ts';
import type { UploadKind } from '../../shared/upload-kinds.ts';
import { cancelResumable } from './cancel-resumable.ts';
import { findResumable, resumablesQuery, waitingFor } from './resumable-queries.ts';

/** Returns one's own uploads that wait for their file, after a reload or on another device. */
export function useResumables(kind?: UploadKind) {
  const api = useApi();
  const queries = useQueryClient();
  const query = resumablesQuery(api);
  const { data = [] } = useQuery(query);
  const refresh = () => queries.invalidateQueries({ queryKey: query.queryKey });
  return {
    waiting: waitingFor(data, kind),
    refresh,
    /** Finds the upload that began with a file, in a fresh list from the server. */
    async find(file: File, its: UploadKind): Promise<Resumable | undefined> {
      const listed = await queries.fetchQuery(query).catch(() => []);
      return findResumable(listed, file, its);
    },
    discard(token: string): void {
      void cancelResumable(api, token).catch(toastFailure('The upload could not be discarded')).then(refresh);
    },
  };
}
