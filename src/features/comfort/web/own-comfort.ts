import type { Api } from '#platform/web/api-client.ts';
import * as calls from '../contract/calls.ts';
import type { getComfort, saveComfort } from '../contract/endpoints.ts';
import type { Comfort } from '../contract/schemas.ts';

/** Applies choices to the root, as `comfort-script.ts` does before the first paint. */
export function applyComfort({ theme, text, motion, captions }: Comfort): void {
  const root = document.documentElement.dataset;
  for (const [name, value, usual] of [
    ['theme', theme, 'system'],
    ['text', text, 'normal'],
    ['motion', motion, 'system'],
    ['captions', captions ? 'on' : 'off', 'on'],
  ] as const)
    if (value === usual) delete root[name];
    else root[name] = value;
}

/** Fetches the account's choices, which another browser may have changed. The server renews the cookie. */
export const fetchComfort = (api: Api): Promise<Comfort | null> => api<typeof getComfort>(calls.getComfort);

/** The last save. The next one waits for it, because the last response sets the cookie. */
let saving: Promise<unknown> = Promise.resolve();

/** Stores the choices in this browser, and with the account when signed in. */
export function storeComfort(api: Api, comfort: Comfort): Promise<void> {
  const save = () => api<typeof saveComfort>(calls.saveComfort, { body: comfort });
  const saved = saving.then(save, save);
  saving = saved;
  return saved;
}
