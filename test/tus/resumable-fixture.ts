import type { Answer, TestClient } from '../test-api.ts';

/* Calls of the tus protocol, as a client sends them. */

const TUS = { 'tus-resumable': '1.0.0' };
const base64 = (value: string) => Buffer.from(value).toString('base64');

async function call(
  client: TestClient,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array,
): Promise<Answer> {
  const { body: token } = await client.get('/api/csrf-token');
  return client.send(method, path, body, { ...TUS, 'csrf-token': token.csrfToken, ...headers });
}

/** Begins an upload. */
export const begin = (client: TestClient, kind: string, bytes: number, name = 'file.bin', more = {}) =>
  call(client, 'POST', `/api/resumable-uploads?kind=${kind}`, {
    'upload-length': String(bytes),
    'upload-metadata': `filename ${base64(name)},modified ${base64('1750000000000')}`,
    ...more,
  });

/** Begins an upload and returns its address. */
export async function begun(client: TestClient, kind: string, bytes: number, name?: string): Promise<string> {
  const answer = await begin(client, kind, bytes, name);
  if (answer.status !== 201) throw new Error(answer.text);
  return String(answer.headers.location);
}

/** Sends a part. */
export const append = (client: TestClient, address: string, offset: number, part: Uint8Array, more = {}) =>
  call(
    client,
    'PATCH',
    address,
    { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...more },
    part,
  );

export const offsetOf = (client: TestClient, address: string) => call(client, 'HEAD', address);
export const cancel = (client: TestClient, address: string) => call(client, 'DELETE', address);
export const finish = (client: TestClient, address: string) => call(client, 'POST', `${address}/finish`);

/** Uploads a file in parts of this size. */
export async function inParts(
  client: TestClient,
  kind: string,
  file: Uint8Array,
  size: number,
  name?: string,
) {
  const address = await begun(client, kind, file.length, name);
  for (let offset = 0; offset < file.length; offset += size)
    await append(client, address, offset, file.subarray(offset, offset + size));
  return { address, answer: await finish(client, address) };
}
