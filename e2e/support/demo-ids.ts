import type { RunningSite } from './open-site.ts';

interface Listed {
  id: number;
  slug: string;
}

/** Returns the ids of the demo catalogue's items by slug. */
export async function demoIds(site: Pick<RunningSite, 'url'>): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  const list = async (path: string) => (await (await fetch(site.url + path)).json()) as Listed[];
  for (const ocean of await list('/api/oceans')) {
    ids[ocean.slug] = ocean.id;
    for (const wave of await list(`/api/oceans/${ocean.id}/waves`)) {
      ids[wave.slug] = wave.id;
      for (const droplet of await list(`/api/waves/${wave.id}/droplets`)) ids[droplet.slug] = droplet.id;
    }
  }
  return ids;
}
