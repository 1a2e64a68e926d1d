import { setTimeout as sleep } from 'node:timers/promises';
import type { Upload } from '#features/uploads/contract/schemas.ts';
import { NoAnswer, type Person, type Reply } from '../person.ts';

/* Sends files in parts, as the browser does, and continues after failures. */

const TUS = { 'tus-resumable': '1.0.0' };
const ADDRESS = '/api/resumable-uploads';
/** Bytes of a slice, and pause between slices in ms. Sending a film takes about half a second. */
const SLICE = 512 * 1024;
const SLICE_PAUSE = 10;
/** Pause in ms before a retry. */
const PAUSE = 200;
/** Timeout in ms, long enough for a node's start and the end of a dead node's lease. */
const PATIENCE = 120_000;

export const messageOf = ({ bytes }: Reply): string => {
  try {
    return String((JSON.parse(bytes.toString('utf8')) as { message: unknown }).message);
  } catch {
    return bytes.toString('utf8').slice(0, 200);
  }
};

export const begin = (person: Person, kind: string, bytes: number): Promise<Reply> =>
  person.transfer('POST', `${ADDRESS}?kind=${kind}`, {
    ...TUS,
    'upload-length': String(bytes),
    'upload-metadata': `filename ${Buffer.from('film.mov').toString('base64')}`,
  });

export const append = (
  person: Person,
  address: string,
  offset: number,
  body: Buffer | AsyncIterable<Buffer>,
): Promise<Reply> =>
  person.transfer(
    'PATCH',
    address,
    { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    body,
  );

/** Returns the number of received bytes; undefined when the upload no longer exists. */
export async function offsetOf(person: Person, address: string): Promise<number | undefined> {
  const { status, headers } = await person.transfer('HEAD', address, TUS);
  if (status === 200) return Number(headers['upload-offset']);
  if (status === 410) return undefined;
  throw new NoAnswer(`HEAD ${address}: ${status}`);
}

export const finish = (person: Person, address: string): Promise<Reply> =>
  person.transfer('POST', `${address}/finish`);

export const cancel = (person: Person, address: string): Promise<Reply> =>
  person.transfer('DELETE', address, TUS);

export type Step = 'sending' | 'finishing';

interface SendOptions {
  /** Called when a step begins, also when it is repeated. */
  onStep?: (step: Step) => void;
  /** Called after each failure, before the retry. */
  onFailure?: () => void;
}

/**
 * Sends a film through kills and restarts until the site accepts it. Throws when the site loses or refuses
 * it.
 */
export async function sendFilm(person: Person, film: Buffer, options: SendOptions = {}): Promise<Upload> {
  const { onStep = () => {}, onFailure = () => {} } = options;
  const until = Date.now() + PATIENCE;
  let address: string | undefined;
  while (Date.now() < until) {
    try {
      address ??= await begun(person, film.length);
      if (address === undefined) continue;
      const offset = await offsetOf(person, address);
      if (offset === undefined) throw new Error('The site lost an upload whose parts it had acknowledged');
      if (offset < film.length) {
        onStep('sending');
        await append(person, address, offset, slowly(film.subarray(offset)));
        continue;
      }
      onStep('finishing');
      const answer = await finish(person, address);
      if (answer.status < 300) return JSON.parse(answer.bytes.toString('utf8')) as Upload;
      if (answer.status !== 409 && answer.status < 500)
        throw new Error(`A film was refused: ${answer.status} ${messageOf(answer)}`);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      onFailure();
    }
    await sleep(PAUSE);
  }
  throw new Error(`A film was not accepted within ${PATIENCE / 1000} s`);
}

async function begun(person: Person, bytes: number): Promise<string | undefined> {
  const { status, headers } = await begin(person, 'video', bytes);
  return status === 201 ? headers.location : undefined;
}

async function* slowly(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) {
    yield bytes.subarray(at, at + SLICE);
    await sleep(SLICE_PAUSE);
  }
}

/** Reads an upload's state. Throws {@link NoAnswer}. */
export async function stateOf(person: Person, { url }: Upload): Promise<Upload> {
  const path = `/api/uploads?name=${url.slice(url.lastIndexOf('/') + 1)}`;
  const { status, body } = await person.call('GET', path);
  if (status !== 200) throw new NoAnswer(`${path}: ${status}`);
  const [upload] = JSON.parse(body) as Upload[];
  if (!upload) throw new Error(`The site lost ${url}`);
  return upload;
}

/** Waits until a film is ready, at most `within` ms. Returns its state. */
export async function untilReady(
  person: Person,
  film: Upload,
  within: number,
  onLook: (state: Upload | undefined) => unknown = () => {},
): Promise<Upload> {
  const until = Date.now() + within;
  let state: Upload | undefined;
  while (Date.now() < until) {
    state = await stateOf(person, film).catch((error) => {
      if (!(error instanceof NoAnswer)) throw error;
      return undefined;
    });
    await onLook(state);
    if (state && ['ready', 'failed', 'canceled'].includes(state.status)) return state;
    await sleep(PAUSE);
  }
  if (!state) throw new Error('The site did not respond');
  return state;
}
