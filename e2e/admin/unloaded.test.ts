import { expect, test } from 'vitest';
import { moveTo } from '../screens/screen.ts';
import { button } from '../support/parts.ts';
import { demoSite } from '../support/set-up-site.ts';
import { ADMIN, administrator, open } from './content-page.ts';

/* Pages about one item, when the item cannot be loaded, as from a site that is too busy. */

const site = demoSite(ADMIN);

const PAGES = [
  ['/admin/captions?droplet=', '/api/droplets/', 'Captions'],
  ['/admin/check?type=droplet&id=', '/api/droplets/', '“Name the Next Small Thing” is live'],
  ['/admin/droplets/', '/api/droplets/', 'Name the Next Small Thing'],
  ['/admin/history/versions?type=droplet&id=', '/api/history/droplet/', 'Name the Next Small Thing'],
] as const;

test.each(PAGES)(
  '%s shows an error when it cannot be loaded, and loads at the second try',
  async (path, call, title) => {
    const id = site.ids['name-the-next-small-thing'];
    const page = await administrator(site);
    await open(page, '/admin');
    const busy = { status: 503, json: { message: 'The site is very busy right now.' } };
    await page.route(`**${call}${id}*`, (route) => route.fulfill(busy));
    await moveTo(path + id + (path.endsWith('droplets/') ? '/writing' : ''))(page);
    await page.getByText('This page could not be loaded.').waitFor();
    await page.unrouteAll();
    await button(page, 'Try Again').click();
    await page.getByText('This page could not be loaded.').waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1 }).filter({ hasText: title }).waitFor();
  },
);

test('a page about a deleted item says that it is no longer there', async () => {
  const page = await administrator(site);
  await open(page, '/admin');
  await moveTo('/admin/captions?droplet=999999')(page);
  await page.getByText('This item is no longer there.').waitFor();
  expect(await page.getByRole('link', { name: 'Back to Content Management' }).count()).toBe(1);
});
