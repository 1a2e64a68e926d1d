import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import { listUploads } from '../contract/calls.ts';
import type { Upload } from '../contract/schemas.ts';
import { EMPTY, tooLarge, UPLOAD_KINDS, type UploadKind } from '../shared/upload-kinds.ts';
import { useOnItsWay } from './files-on-their-way.tsx';
import { FileSending } from './resumable/file-sending.ts';
import type { SendingState } from './resumable/sending-setup.ts';
import { useResumables } from './resumable/use-resumables.ts';

export type UploadState =
  | { is: 'idle' }
  | ({ is: 'sending'; name: string; bytes: number } & SendingState)
  | { is: 'failed'; message: string }
  | { is: 'done'; name: string };

/** Manages one upload at a time. Leaving the page stops it; choosing the same file later resumes it. */
export function useUpload(kind: UploadKind, onUploaded: (upload: Upload) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const resumables = useResumables(kind);
  const [state, setState] = useState<UploadState>({ is: 'idle' });
  useOnItsWay(state.is === 'sending' ? state.name : null, state.is === 'done');
  const current = useRef<FileSending | undefined>(undefined);
  const report = useRef(onUploaded);
  useEffect(() => {
    report.current = onUploaded;
  });
  useEffect(
    () => () => {
      current.current?.leave();
      current.current = undefined;
    },
    [],
  );

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

  function start(files: readonly File[]) {
    const [file] = files;
    if (!file || current.current) return;
    const problem = findProblem(files, kind);
    if (problem) return setState({ is: 'failed', message: problem });
    const { name, size: bytes } = file;
    const sending = new FileSending({
      api,
      file,
      kind,
      find: () => resumables.find(file, kind),
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
  return size === 0 ? EMPTY : null;
}
