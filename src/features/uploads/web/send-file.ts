import { urlOf } from '#platform/http/contract/call.ts';
import { NETWORK_ERROR } from '#platform/web/api-error.ts';
import { uploadFile } from '../contract/calls.ts';
import type { Upload } from '../contract/schemas.ts';
import { tooLarge, type UploadKind } from '../shared/upload-kinds.ts';

const FAILURE = 'The upload failed. Please try again.';

interface Sending {
  /** Rejects with an `Error` whose message can be shown. Never settles after a cancel. */
  done: Promise<Upload>;
  cancel(): void;
}

/**
 * Sends one file by XMLHttpRequest, because `fetch` reports no upload progress. `onProgress` gets whole
 * percents; at 100 the server checks the file.
 */
export function sendFile(
  file: File,
  kind: UploadKind,
  csrfToken: string,
  onProgress: (percent: number) => void,
): Sending {
  const call = new XMLHttpRequest();
  const done = new Promise<Upload>((resolve, reject) => {
    call.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(Math.floor((loaded / total) * 100));
    };
    call.onerror = () => reject(new Error(NETWORK_ERROR));
    call.onload = () => {
      const result = readAnswer(call.status, call.responseText, kind);
      if (typeof result === 'string') reject(new Error(result));
      else resolve(result);
    };
  });
  const form = new FormData();
  form.append('file', file, file.name);
  call.open(uploadFile.method, urlOf(uploadFile, { query: { kind } }));
  call.setRequestHeader('CSRF-Token', csrfToken);
  call.send(form);
  return { done, cancel: () => call.abort() };
}

/** Returns the upload, or throws the error text. */
export function readAnswer(status: number, text: string, kind: UploadKind): Upload | string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy answered, for example with its own size limit.
    return status === 413 ? tooLarge(kind) : FAILURE;
  }
  if (status === 200 || status === 201) return body as Upload;
  const { message } = body as { message?: unknown };
  return typeof message === 'string' ? message : FAILURE;
}
