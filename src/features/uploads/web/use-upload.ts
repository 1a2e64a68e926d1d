import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import { listUploads } from '../contract/calls.ts';
import type { Upload } from '../contract/schemas.ts';
import { tooLarge, UPLOAD_KINDS, type UploadKind } from '../shared/upload-kinds.ts';
import { FileSending, type SendingState } from './resumable/file-sending.ts';
import { useResumables } from './resumable/use-resumables.ts';

export type UploadState =
  | { is: 'idle' }
  | ({ is: 'sending'; name: string; bytes: number } & SendingState)
  | { is: 'failed'; message: string }
  | { is: 'done'; name: string };

/** Manages one upload at a time. Leaving the page stops it, and the same file goes on later. */
export function useUpload(kind: UploadKind, onUploaded: (upload: Upload) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const resumables = useResumables(kind);
  const [state, setState] = useState<UploadState>({ is: 'idle' });
  // Undefined while nothing is sent; null until the server has said where the file goes on.
  const current = useRef<FileSending | null | undefined>(undefined);
  const isGone = useRef(false);
  const report = useRef(onUploaded);
  useEffect(() => {
    report.current = onUploaded;
  });
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      current.current?.leave();
    };
  }, []);

  const settle = (next: UploadState) => {
    current.current = undefined;
    setState(next);
    void resumables.refresh();
  };
  const cancel = useCallback(() => {
    current.current?.cancel();
    current.current = undefined;
    setState({ is: 'idle' });
  }, []);

  async function start(files: readonly File[]) {
    const [file] = files;
    if (!file || current.current !== undefined) return;
    const problem = findProblem(files, kind);
    if (problem) return setState({ is: 'failed', message: problem });
    const { name, size: bytes } = file;
    current.current = null;
    setState({ is: 'sending', name, bytes, phase: 'sending', sent: 0 });
    const from = await resumables.find(file, kind);
    // Canceled, or left, meanwhile.
    if (current.current !== null || isGone.current) return;
    const sending = new FileSending({
      api,
      file,
      kind,
      from,
      onState: (next) => setState({ is: 'sending', name, bytes, ...next }),
      onFailed: (message) => settle({ is: 'failed', message }),
      onDone(upload) {
        settle({ is: 'done', name });
        report.current(upload);
        void queries.invalidateQueries({ queryKey: keyOf(listUploads) });
      },
    });
    current.current = sending;
    sending.start();
  }

  return {
    state,
    start,
    cancel,
    pause: () => current.current?.pause(),
    goOn: () => current.current?.goOn(),
    waiting: resumables.waiting,
    discard: resumables.discard,
  };
}

/** Checks files before sending. Returns an error text, or null. */
export function findProblem(files: readonly Pick<File, 'size'>[], kind: UploadKind): string | null {
  if (files.length > 1) return 'Choose one file at a time.';
  const size = files[0]?.size ?? 0;
  if (size > UPLOAD_KINDS[kind].maxBytes) return tooLarge(kind);
  return size === 0 ? 'This file is empty.' : null;
}
