import { NETWORK_ERROR } from '#platform/web/api-client.ts';
import type { Upload } from '../contract.ts';
import { tooLarge, type UploadKind } from '../shared/upload-kinds.ts';

const FAILURE = 'The upload failed. Please try again.';

interface Sending {
  /** Rejects with an `Error` whose message is fit to be shown; never settles once cancelled. */
  done: Promise<Upload>;
  cancel(): void;
}

/**
 * Sends one file. Not by `fetch`, which does not tell how much of a body has gone out. `onProgress` gets whole
 * percents; at 100 the server has it all and is looking into it.
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
  call.open('POST', `/api/uploads?kind=${kind}`);
  call.setRequestHeader('CSRF-Token', csrfToken);
  call.send(form);
  return { done, cancel: () => call.abort() };
}

/** What was uploaded, or what to say instead. */
export function readAnswer(status: number, text: string, kind: UploadKind): Upload | string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Something between us and the server answered, such as a proxy with a limit of its own.
    return status === 413 ? tooLarge(kind) : FAILURE;
  }
  if (status === 200 || status === 201) return body as Upload;
  const { message } = body as { message?: unknown };
  return typeof message === 'string' ? message : FAILURE;
}
