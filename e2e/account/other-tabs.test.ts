import { expect, test } from 'vitest';
import { ADMIN, administrator, field, open } from '../admin/content-page.ts';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { alive, type WatchedPage, watch } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { newMember, openPage, register, toastNamed, userIn } from '../support/subscribers.ts';

/* Tabs of one browser share a session: a login or logout in one tab shows in all others. */

const site = setUpSite(ADMIN);

async function anotherTab(page: WatchedPage, path: string): Promise<WatchedPage> {
  const tab = watch(await page.context().newPage());
  await openPage(tab, path);
  await alive(tab);
  return tab;
}

async function logOut(page: WatchedPage, name: string): Promise<void> {
  await page.getByRole('button', { name: `Account: ${name}` }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await toastNamed(page, 'Logged out');
}

test('a logout, and the next login, show in every tab', async () => {
  const page = await newMember(site, 'first-reader');
  const tab = await anotherTab(page, '/account');
  await tab.getByRole('main').getByText('first-reader@example.org').first().waitFor();
  await openPage(page, '/about');
  await logOut(page, 'first-reader');
  await expect.poll(() => tab.getByText('first-reader').count()).toBe(0);
  expect(await userIn(tab)).toBeNull();

  await openPage(tab, '/explore');
  await alive(tab);
  await openPage(page, '/auth');
  await page.getByRole('tab', { name: 'Register' }).click();
  await register(page, 'second-reader');
  await toastNamed(page, 'Account created!');
  await tab.getByRole('button', { name: 'Account: second-reader' }).waitFor();
  expect(await userIn(tab)).toMatchObject({ username: 'second-reader' });
});

test('a tab that was not used since a logout shows it at its first activity', async () => {
  const page = await newMember(site, 'comes-back');
  const tab = watch(await page.context().newPage());
  await openPage(tab, '/about');
  await openPage(page, '/explore');
  await logOut(page, 'comes-back');
  await tab.getByRole('button', { name: 'Account: comes-back' }).waitFor();
  await alive(tab);
  await tab.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
});

test('unsaved text stays in its tab, which reports the logout', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  const tab = await anotherTab(page, '/admin/content');
  await field(tab, 'Title').fill('The quiet sea');
  await logOut(page, 'maren');
  await toastNamed(tab, 'You have logged out');
  expect(await field(tab, 'Title').inputValue()).toBe('The quiet sea');
});

test('a page from the back-forward cache is reloaded after a logout', async () => {
  const page = await newMember(site, 'left-behind');
  const tab = await anotherTab(page, '/account');
  await tab.getByRole('main').getByText('left-behind@example.org').first().waitFor();
  await tab.mouse.move(10, 10);
  // The test browser has no back-forward cache, so the test dispatches its two events.
  const sameReader = tab.waitForEvent('load', { timeout: 1_000 }).then(
    () => 'loaded',
    () => 'kept',
  );
  await tab.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  expect(await sameReader).toBe('kept');
  await page.context().clearCookies({ name: /session/ });
  const loaded = tab.waitForEvent('load');
  await tab.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    localStorage.setItem('stillwater.reader-changed', 'later');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await loaded;
  expect(await tab.getByText('left-behind').count()).toBe(0);
});

test('a page from the back-forward cache has the hearts pressed on later pages', async () => {
  const page = await newMember(site, 'loves-later');
  await openPage(page, '/app');
  await alive(page);
  await page.getByRole('button', { name: 'Add Focus to favorites' }).waitFor();
  const data = { itemType: 'ocean', itemId: 1 };
  await page.request.post('/api/favorites', { data, headers: await csrfHeaders(page) });
  // The test browser has no back-forward cache, so the test dispatches its two events.
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await page.getByRole('button', { name: 'Remove Focus from favorites' }).waitFor();
});
