import type { LoadContext } from '#platform/web/page.ts';
import type { Droplet } from '../contract.ts';
import { dropletQuery, oceanQuery, waveQuery } from './queries.ts';
import { openDropletId } from './viewer-address.ts';

type Viewer = typeof import('./droplet-viewer.tsx');

/** A promise that tells React, as it asks for it, what it has come to. */
type Known<T> = Promise<T> & { status?: 'fulfilled'; value?: T };

let code: Known<Viewer | null> | undefined;

/** The viewer's code, fetched once, for React's `use`; null when it could not be fetched. */
export function loadViewer(): Promise<Viewer | null> {
  if (!code) {
    const asked: Known<Viewer | null> = import('./droplet-viewer.tsx').catch(() => null);
    code = asked;
    // Known at once by the next render, so that nothing waits for what is here already.
    asked.then((value) => Object.assign(asked, { status: 'fulfilled', value }));
  }
  return code;
}

/** After a failure: the next one who asks tries again. */
export function forgetFailedViewer(): void {
  if (code?.value === null) code = undefined;
}

/**
 * For the `load` of a page with a viewer: code and data of the droplet that the address opens, so that a shared
 * link is rendered open, and so that pointing at a card fetches the viewer ahead of the click. Never fails: the
 * viewer itself says what is wrong.
 */
export async function loadOpenDroplet(
  { api, queries, search }: LoadContext,
  list: readonly Droplet[],
): Promise<void> {
  const id = openDropletId(search);
  if (id === null) return;
  const data = async () => {
    const listed = list.find((droplet) => droplet.id === id);
    const droplet = listed ?? (await queries.fetchQuery(dropletQuery(api, id)));
    const wave = droplet && (await queries.fetchQuery(waveQuery(api, droplet.waveId)));
    if (wave) await queries.fetchQuery(oceanQuery(api, wave.oceanId));
  };
  await Promise.allSettled([loadViewer(), data()]);
}
