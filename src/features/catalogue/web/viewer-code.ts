import type { LoadContext } from '#platform/web/page.ts';
import type { Droplet } from '../contract.ts';
import { dropletQuery, oceanQuery, waveQuery } from './queries.ts';
import { openDropletId } from './viewer-address.ts';

type Viewer = typeof import('./droplet-viewer.tsx');

let loaded: Viewer | undefined;
let loading: Promise<Viewer> | undefined;

/** The viewer's code when it is already here. */
export const loadedViewer = (): Viewer | undefined => loaded;

/** Fetches the viewer's code, once; a failed fetch may be tried again. */
export function loadViewer(): Promise<Viewer> {
  loading ??= import('./droplet-viewer.tsx').then(
    (module) => {
      loaded = module;
      return module;
    },
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
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
