import { expect, test } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { idle } from '../support/open-site.ts';
import { withWorker } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { findLocked, newMember, toastNamed } from '../support/subscribers.ts';
import { indexIn } from './kept-pages.ts';

/* The small buttons that keep single favorites. */

const site = setUpSite();

/** Finds an exercise that everybody may open. */
async function findExercise(): Promise<number> {
  for (let id = 1; id < 400; id += 1) {
    const { mediaType, locked } = await (await fetch(`${site.url}/api/droplets/${id}`)).json();
    if (mediaType === 'interactive' && !locked) return id;
  }
  throw new Error('The demo catalogue has no open exercise.');
}

test('a row can be kept if its item allows it, and shows when that fails', async () => {
  const page = await newMember(site, 'keeps-rows');
  const { dropletId } = await findLocked(site);
  const headers = await csrfHeaders(page);
  for (const itemId of [1, dropletId, await findExercise()])
    await page.request.post('/api/favorites', { data: { itemType: 'droplet', itemId }, headers });
  await page.goto('/favorites?tab=droplets');
  await idle(page);
  await withWorker(page);
  const keep = page.getByRole('button', { name: /^Keep .+ on this/ });
  await keep.first().waitFor();
  expect(await keep.count()).toBe(1);
  // Hearts and links are aligned in a column, also in rows without a button.
  for (const control of [
    page.locator('main li [aria-pressed]'),
    page.getByRole('link', { name: /^View / }),
  ]) {
    const edges = await control.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(edges).toHaveLength(3);
    expect(new Set(edges).size).toBe(1);
  }

  const film = /\/media\/.+\.mp4/;
  await page.route(film, (route) => route.fulfill({ status: 503 }));
  await keep.click();
  expect(await toastNamed(page, 'Some files are missing')).toContain(
    'could not be kept. Please try again later.',
  );
  expect(await indexIn(page)).toBeNull();
  await page.unroute(film);
  await keep.click();
  await page.getByText('Kept ·').waitFor();
  expect((await indexIn(page))?.items).toHaveLength(1);
});
