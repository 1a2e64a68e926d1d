import type { DemoSite } from '../support/set-up-site.ts';

/** Makes reports that every droplet of a wave is seen, as a visitor's browser stores them. */
export async function reportsOfAll(site: DemoSite, wave: string, ocean: string) {
  const response = await fetch(`${site.url}/api/waves/${site.ids[wave]}/droplets`);
  const droplets = (await response.json()) as { id: number }[];
  return droplets.map(({ id }, n) => ({
    dropletId: id,
    waveId: site.ids[wave],
    oceanId: site.ids[ocean],
    total: droplets.length,
    position: 60_000,
    furthest: 60_000,
    seenAt: Date.now() + n,
    at: Date.now() + n,
  }));
}
