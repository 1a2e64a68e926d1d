import { afterAll, beforeAll } from 'vitest';
import { demoIds } from './demo-ids.ts';
import { type OpenSite, openSite } from './open-site.ts';

/** A site whose items are known by their slugs. */
interface DemoSite extends OpenSite {
  ids: Record<string, number>;
}

/**
 * Opens a site with the demo catalogue before the tests of the calling file, and closes it after them. The
 * returned object is empty until then.
 */
export function demoSite(environment?: Record<string, string>): DemoSite {
  const site = {} as DemoSite;
  beforeAll(async () => {
    Object.assign(site, await openSite(environment));
    site.ids = await demoIds(site);
  });
  afterAll(() => site.close());
  return site;
}
