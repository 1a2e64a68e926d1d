import { ApiError } from '#platform/web/api-client.ts';

const TYPES = { json: 'application/json', csv: 'text/csv' };

/** Sends a file's bytes as they are, whatever their encoding: the server reads them, and names what is wrong. */
export async function sendFile<T>(path: string, file: Blob, type: keyof typeof TYPES): Promise<T> {
  const token = await fetch('/api/csrf-token', { credentials: 'include' });
  const { csrfToken } = (await token.json()) as { csrfToken: string };
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': TYPES[type], 'csrf-token': csrfToken },
    body: file,
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text || response.statusText);
  return JSON.parse(text) as T;
}
