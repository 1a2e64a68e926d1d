import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Upload } from '#features/uploads/contract/schemas.ts';
import type { MadeFile } from './make-awkward-files.ts';

/* Outcome of an upload through the site's own calls. */

/** An administrator's session. */
export interface Administrator {
  url: string;
  cookie: string;
  csrfToken: string;
}

export interface Outcome {
  file: MadeFile;
  /** Address of the playable file; null when it was refused or has failed. */
  address: string | null;
  /** Message about a refusal or failure. */
  sentence: string;
  /** Seconds from the upload to the end of its preparation. */
  seconds: number;
}

/** Last sentence of each refusal and failure, which tells the next step. */
const ADVICE = /\b(choose|copy|save|upload|cut|turn|record)\b[^.]*\.$/i;

/** Timeout of a preparation in ms, long enough for a film of an hour. */
const PATIENCE = 10 * 60_000;

export async function sendFile(admin: Administrator, file: MadeFile): Promise<Outcome> {
  const begun = performance.now();
  const since = () => (performance.now() - begun) / 1000;
  const form = new FormData();
  form.append('file', new Blob([await readFile(file.path)]), basename(file.path));
  const answer = await call(admin, 'POST', `/api/uploads?kind=${file.kind}`, form);
  if (!answer.ok) {
    const { message } = (await answer.json()) as { message: string };
    return { file, address: null, sentence: message, seconds: since() };
  }
  let upload = (await answer.json()) as Upload;
  while (upload.status === 'waiting' || upload.status === 'preparing') {
    if (since() * 1000 > PATIENCE) throw new Error(`${file.name} is not ready after ten minutes`);
    await sleep(200);
    const list = await call(admin, 'GET', '/api/uploads?limit=100');
    const uploads = (await list.json()) as Upload[];
    upload = uploads.find(({ id }) => id === upload.id) ?? upload;
  }
  const address = upload.status === 'ready' ? upload.url : null;
  return { file, address, sentence: upload.problem ?? '', seconds: since() };
}

export const call = (admin: Administrator, method: string, path: string, body?: FormData | string) =>
  fetch(admin.url + path, {
    method,
    ...(body !== undefined && { body }),
    headers: {
      cookie: admin.cookie,
      'csrf-token': admin.csrfToken,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
  });

/** Returns why a file's outcome differs from the expected one; undefined when it does not. */
export function problemOf({ file, address, sentence }: Outcome): string | undefined {
  if (file.becomes === 'ready') return address === null ? `it should play, but: ${sentence}` : undefined;
  if (file.becomes === 'ready or refused')
    return address !== null || ADVICE.test(sentence) ? undefined : `nothing says what to do: ${sentence}`;
  if (address !== null) return 'it should have been refused';
  return file.becomes.test(sentence) ? undefined : `another sentence was expected than: ${sentence}`;
}
