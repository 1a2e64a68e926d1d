import { expect, test } from 'vitest';
import { logIn } from '../support/entered.ts';
import { alive, idle, type WatchedPage, watch } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { newMember, openPage, PASSWORD, toastNamed, userIn } from '../support/subscribers.ts';

/*
 * Logout without a connection: the browser removes the user at once, and the server ends the session at the
 * next request.
 */

const site = setUpSite();

const cookieIn = async (page: WatchedPage, name: string) =>
  (await page.context().cookies()).find((cookie) => cookie.name === name)?.value;

/** Returns the status of `/api/user` for a session's cookie, requested outside the browser. */
const statusOf = async (session: string | undefined) =>
  (await fetch(`${site.url}/api/user`, { headers: { cookie: `stillwater_session=${session}` } })).status;

/** Opens a page as a new member, and logs out without a connection. Returns the session's cookie. */
async function logOutOffline(page: WatchedPage, username: string): Promise<string | undefined> {
  await page.goto('/about');
  await idle(page);
  const session = await cookieIn(page, 'stillwater_session');
  await page.getByRole('button', { name: `Account: ${username}` }).click();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Log out' }).click();
  await toastNamed(page, 'Logged out');
  return session;
}

test('a logout offline shows the visitor’s page at once, and the next page ends the session', async () => {
  const page = await newMember(site, 'leaves-offline');
  const session = await logOutOffline(page, 'leaves-offline');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
  expect(await userIn(page)).toBeNull();
  expect(await page.getByText('leaves-offline').count()).toBe(0);
  expect(await statusOf(session)).toBe(200);
  await page.close();

  // The tab was closed before the connection returned. A page from the server's cache must end the session.
  const next = await page.context().newPage();
  await page.context().setOffline(false);
  await next.goto('/about');
  await next.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
  expect(await statusOf(session)).toBe(401);
  expect(await cookieIn(page, 'stillwater_logout')).toBeUndefined();
});

test('an open tab ends the session when the connection returns, and a new login is kept', async () => {
  const page = await newMember(site, 'comes-back');
  const session = await logOutOffline(page, 'comes-back');
  // The first request after the return fails, as on a busy server.
  await page.route('**/api/user', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await page.context().setOffline(false);
  await expect.poll(() => statusOf(session)).toBe(401);
  await expect.poll(() => cookieIn(page, 'stillwater_logout')).toBeUndefined();

  await logIn(page, { username: 'comes-back', password: PASSWORD });
  for (const path of ['/about', '/account']) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Account: comes-back' }).waitFor();
  }
});

test('another open tab shows the visitor’s page, both offline and after the connection returns', async () => {
  const page = await newMember(site, 'leaves-twice');
  const tab = watch(await page.context().newPage());
  await openPage(tab, '/account');
  await alive(tab);
  await tab.getByRole('main').getByText('leaves-twice@example.org').first().waitFor();
  await page.bringToFront();
  await logOutOffline(page, 'leaves-twice');
  await expect.poll(() => tab.getByText('leaves-twice').count()).toBe(0);
  expect(await userIn(tab)).toBeNull();
  await page.context().setOffline(false);
  await tab.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
});
