import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type * as accounts from '#features/accounts/contract/endpoints.ts';
import { getCsrfToken } from '#platform/http/contract/call.ts';
import { NETWORK_ERROR } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import { listUploads } from '../contract/calls.ts';
import type { Upload } from '../contract/schemas.ts';
import { tooLarge, UPLOAD_KINDS, type UploadKind } from '../shared/upload-kinds.ts';
import { sendFile } from './send-file.ts';

export type UploadState =
  | { is: 'idle' }
  | { is: 'sending'; name: string; percent: number }
  | { is: 'failed'; message: string }
  | { is: 'done'; name: string };

/** Manages one upload at a time; Cancel and unmounting abort it. */
export function useUpload(kind: UploadKind, onUploaded: (upload: Upload) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const [state, setState] = useState<UploadState>({ is: 'idle' });
  // Identifies the current upload: events of earlier ones are ignored.
  const current = useRef<{ cancel(): void } | null>(null);
  const report = useRef(onUploaded);
  useEffect(() => {
    report.current = onUploaded;
  });

  const cancel = useCallback(() => {
    current.current?.cancel();
    current.current = null;
    setState({ is: 'idle' });
  }, []);
  useEffect(() => () => current.current?.cancel(), []);

  async function start(files: readonly File[]) {
    const [file] = files;
    if (!file || current.current) return;
    const problem = findProblem(files, kind);
    if (problem) return setState({ is: 'failed', message: problem });
    const mine = { cancel() {} };
    current.current = mine;
    const tell = (next: UploadState) => {
      if (current.current === mine) setState(next);
    };
    tell({ is: 'sending', name: file.name, percent: 0 });
    try {
      const { csrfToken } = await api<typeof accounts.getCsrfToken>(getCsrfToken);
      if (current.current !== mine) return;
      const sending = sendFile(file, kind, csrfToken, (percent) =>
        tell({ is: 'sending', name: file.name, percent }),
      );
      mine.cancel = sending.cancel;
      const upload = await sending.done;
      if (current.current !== mine) return;
      tell({ is: 'done', name: file.name });
      report.current(upload);
      void queries.invalidateQueries({ queryKey: keyOf(listUploads) });
    } catch (error) {
      // An API error here means that no CSRF token was available; its text is not for people.
      const message = error instanceof Error && error.name === 'Error' ? error.message : NETWORK_ERROR;
      tell({ is: 'failed', message });
    } finally {
      if (current.current === mine) current.current = null;
    }
  }

  return { state, start, cancel };
}

/** Checks files before sending. Returns an error text, or null. */
export function findProblem(files: readonly Pick<File, 'size'>[], kind: UploadKind): string | null {
  if (files.length > 1) return 'Choose one file at a time.';
  const size = files[0]?.size ?? 0;
  if (size > UPLOAD_KINDS[kind].maxBytes) return tooLarge(kind);
  return size === 0 ? 'This file is empty.' : null;
}
