import { expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import { alive, idle } from '../support/open-site.ts';
import { CARD } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';

const site = setUpSite();

test('Explore marks matching words, and says when it has corrected a typing error', async () => {
  const page = await entered(site);
  const marks = () => page.locator('main mark').allInnerTexts();
  await page.goto('/explore?q=kettle');
  await idle(page);
  expect(await marks()).toContain('Kettle');
  expect(await page.getByText('Showing results for').count()).toBe(0);

  await page.getByRole('searchbox').fill('ketlte');
  await page.getByText('Showing results for kettle').waitFor();
  expect(await marks()).toContain('Kettle');

  // Nothing is found and nothing corrected, so only the text of the empty state shows.
  await page.getByRole('searchbox').fill('xyzzyx');
  await page.getByRole('heading', { name: 'No droplets found' }).waitFor();
  expect(await page.getByText('Showing results for').count()).toBe(0);

  await page.goto('/explore');
  await idle(page);
  expect(await marks()).toEqual([]);
  expect(page.problems).toEqual([]);
});

test('keywords and results that both fail show one note, whose retry loads both', async () => {
  const page = await entered(site);
  await page.goto('/contact');
  await alive(page);
  await page.route('**/api/explore/**', (route) => route.fulfill({ status: 500 }));
  await page.getByRole('link', { name: 'Explore' }).first().click();
  await page.getByRole('alert').getByText('Failed to load droplets').waitFor();
  await idle(page);
  expect(await page.getByRole('alert').count()).toBe(1);
  await page.unroute('**/api/explore/**');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.locator(CARD).first().waitFor();
  await page.getByRole('button', { name: 'breath', exact: true }).waitFor();
});
