import { afterAll, beforeAll } from 'vitest';
import { demoIds } from './demo-ids.ts';
import { type OpenSite, openSite } from './open-site.ts';

/**
 * Opens a site with the demo catalogue before the tests of the calling file, and closes it after them. The
 * returned object is empty until then.
 */
export function setUpSite(environment?: Record<string, string>): OpenSite {
  const site = {} as OpenSite;
  beforeAll(async () => {
    Object.assign(site, await openSite(environment));
  });
  afterAll(() => site.close());
  return site;
}

/** A site with the ids of its items by slug. */
export interface DemoSite extends OpenSite {
  ids: Record<string, number>;
}

/** Opens a site as {@link setUpSite}, with the ids of the demo's items. */
export function demoSite(environment?: Record<string, string>): DemoSite {
  const site = setUpSite(environment) as DemoSite;
  beforeAll(async () => {
    site.ids = await demoIds(site);
  });
  return site;
}
