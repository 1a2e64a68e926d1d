import { lazyModule } from '#platform/web/lazy-module.ts';
import type { LoadContext } from '#platform/web/page.ts';
import type { Droplet } from '../../contract/schemas.ts';
import { dropletQuery, oceanQuery, waveQuery } from '../items/queries.ts';
import { openDropletId } from './viewer-address.ts';

/** Loads the viewer's code. Never rejects; resolves to null after a failure. */
export const loadViewer = lazyModule(() => import('./droplet-viewer.tsx').catch(() => null));

/**
 * Loads the viewer's code and the droplet that the address opens, for a page's `load`. The server then
 * renders a shared link with an open viewer, and hovering a card preloads it. Never rejects, because the
 * viewer shows the error.
 */
export async function loadOpenDroplet(
  { api, queries, search }: LoadContext,
  list: readonly Droplet[],
): Promise<void> {
  const id = openDropletId(search);
  if (id === null) return;
  const loadData = async () => {
    const listed = list.find((droplet) => droplet.id === id);
    const droplet = listed ?? (await queries.fetchQuery(dropletQuery(api, id)));
    const wave = droplet && (await queries.fetchQuery(waveQuery(api, droplet.waveId)));
    if (wave) await queries.fetchQuery(oceanQuery(api, wave.oceanId));
  };
  await Promise.allSettled([loadViewer.preload(), loadData()]);
}
