import { expect, test } from 'vitest';
import { logIn } from '../support/entered.ts';
import { idle, type WatchedPage, watch } from '../support/open-site.ts';
import { button, textField } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { newMember, openPage, PASSWORD, toastNamed, userIn } from '../support/subscribers.ts';

/* Failures on the account page and their recovery: a lost mail, an expired link, a wrong password. */

const site = setUpSite();

/** Waits for a mail with a link that none of the earlier mails had, and returns the link. */
async function nextLink(email: string, before: string[]): Promise<string> {
  const find = async () => /http\S+#token=[\w-]+/.exec((await site.mailTo(email)).text)?.[0] ?? '';
  await expect.poll(find).not.toBeOneOf(['', ...before]);
  return find();
}

async function openLink(page: WatchedPage, link: string): Promise<void> {
  // A new fragment alone does not reload the page.
  await page.goto('about:blank');
  await openPage(page, link);
  await button(page, 'Confirm email').click();
}

test('a new link can be sent to an unconfirmed address, from the page and from an expired link', async () => {
  const page = await newMember(site, 'waits');
  await openPage(page, '/account');
  await button(page, 'Change email').click();
  await textField(page, 'New email').fill('arrives@example.org');
  await textField(page, 'Current password').fill(PASSWORD);
  await button(page, 'Send the link').click();
  const description = 'We sent a link and a code to arrives@example.org.';
  expect(await toastNamed(page, 'Check Your Email')).toBe(description);
  const first = await nextLink('arrives@example.org', []);

  await page.getByText('We sent a link and a code to arrives@example.org. Open the link').waitFor();
  await button(page, 'Send again').click();
  const second = await nextLink('arrives@example.org', [first]);

  await openLink(page, first);
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await page.getByText('We will send it to arrives@example.org.').waitFor();
  await button(page, 'Send a new link').click();
  await page.getByText('We sent a new link to arrives@example.org.').waitFor();
  const third = await nextLink('arrives@example.org', [first, second]);

  await openLink(page, third);
  await page.waitForURL('**/account');
  await page.getByRole('main').getByText('arrives@example.org', { exact: true }).waitFor();
  await page.getByText('Confirmed', { exact: true }).waitFor();

  // No address waits for confirmation: the used link leads to the account page, which offers no mail.
  await openLink(page, third);
  await page.getByRole('main').getByRole('link', { name: 'Go to your account' }).click();
  await button(page, 'Change email').waitFor();
  expect(await button(page, 'Send again').count()).toBe(0);
});

test('Send again reports a confirmed address when another tab has confirmed it', async () => {
  const page = await newMember(site, 'two-tabs');
  await openPage(page, '/account');
  await page.getByText('Not confirmed', { exact: true }).waitFor();
  const tab = watch(await page.context().newPage());
  await openLink(tab, await nextLink('two-tabs@example.org', []));
  await tab.waitForURL('**/account');

  await button(page, 'Send again').click();
  expect(await toastNamed(page, 'Already confirmed')).toBe('two-tabs@example.org belongs to your account.');
  await page.getByText('Confirmed', { exact: true }).waitFor();
  await button(page, 'Send again').waitFor({ state: 'detached' });
});

test('a used code or link shows that the address is confirmed', async () => {
  const page = await newMember(site, 'lost-answer');
  const link = await nextLink('lost-answer@example.org', []);
  const code = /: (\d{3} \d{3})/.exec((await site.mailTo('lost-answer@example.org')).text)?.[1] ?? '';
  const tab = watch(await page.context().newPage());
  await openPage(tab, '/account');
  // The server confirms the address, but its response is lost.
  const verify = '**/api/user/email/verify';
  await page.route(verify, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await openLink(page, link);
  await page.getByRole('main').getByRole('alert').waitFor();
  await page.unroute(verify);
  await button(page, 'Confirm email').click();
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Go to your account' }).waitFor();
  await button(page, 'Send a new link').waitFor({ state: 'detached' });

  await textField(tab, 'Code from the email').fill(code);
  await button(tab, 'Confirm').click();
  await tab.getByText('Confirmed', { exact: true }).waitFor();
});

test('a link that could not be checked is not reported as expired', async () => {
  const page = await newMember(site, 'unlucky');
  const link = await nextLink('unlucky@example.org', []);
  await page.route('**/api/user/email/verify', (route) => route.abort());
  await openLink(page, link);
  await page.getByRole('main').getByRole('alert').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Confirm your email');
  await page.unroute('**/api/user/email/verify');
  await button(page, 'Confirm email').click();
  await page.waitForURL('**/account');
});

test('a failed refetch of the account keeps the page and the typed text', async () => {
  const page = await newMember(site, 'steady');
  await openPage(page, '/account');
  await button(page, 'Change password').click();
  await textField(page, 'New password').fill('Quiet-Harbour-28');
  await page.route('**/api/user/account', (route) => route.abort());
  await page.getByRole('button', { name: /^(Confirm email|Send again)$/ }).click();
  await toastNamed(page, 'Check Your Email');
  expect(await textField(page, 'New password').inputValue()).toBe('Quiet-Harbour-28');
});

test('the focus stays in the list when another device has been logged out by keyboard', async () => {
  const page = await newMember(site, 'roams');
  const phone = await site.newPage({ userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Firefox/140.0' });
  await logIn(phone, { username: 'roams', password: PASSWORD });
  await openPage(page, '/account');
  const end = page.getByRole('button', { name: /^Log out (?!everywhere)/ });
  await end.press('Enter');
  await end.waitFor({ state: 'detached' });
  const focused = () => page.evaluate(() => document.activeElement?.firstElementChild?.textContent);
  await expect.poll(focused).toBe('Where you are logged in');
});

test('a wrong password deletes no account: its field shows the error and gets the focus', async () => {
  const page = await newMember(site, 'stays');
  await openPage(page, '/account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete the account “stays”?' });
  const password = dialog.getByRole('textbox', { name: 'Password' });
  for (const wrong of ['', 'Not-the-one-1']) {
    await password.fill(wrong);
    const answered = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    expect((await answered).status()).toBe(400);
    await dialog.getByText('This is not your current password').waitFor();
    await expect.poll(() => password.evaluate((it) => it === document.activeElement)).toBe(true);
    await button(page, 'Cancel').focus();
  }
  expect(await userIn(page)).toMatchObject({ username: 'stays' });
  await password.fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await toastNamed(page, 'Account deleted');
});

/** Ways to end the session on the account page, and the titles of their notifications. */
const ENDS: Record<string, [title: string, press: (page: WatchedPage) => Promise<void>]> = {
  logout: [
    'Logged out',
    async (page) => {
      await page.getByRole('button', { name: 'Account: leaving-logout' }).click();
      await button(page, 'Log out').click();
    },
  ],
  'logout everywhere': ['Logged out everywhere', (page) => button(page, 'Log out everywhere').click()],
  deletion: [
    'Account deleted',
    async (page) => {
      await button(page, 'Delete account').click();
      await page.getByRole('alertdialog').getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.keyboard.press('Enter');
    },
  ],
};

test.each(Object.keys(ENDS))(
  'a %s on the account page sends no call that the server refuses',
  async (way) => {
    const [title, press] = ENDS[way] as (typeof ENDS)[string];
    const page = await newMember(site, `leaving-${way.replace(' ', '-')}`);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 401) refused.push(response.url());
    });
    await openPage(page, '/account');
    await press(page);
    await toastNamed(page, title);
    await page.waitForURL(`${site.url}/`);
    await idle(page);
    expect(refused).toEqual([]);
  },
);

test('a deletion with the sign-up leads to the landing page, as for a new visitor', async () => {
  const page = await newMember(site, 'forgotten');
  await openLink(page, await nextLink('forgotten@example.org', []));
  await page.waitForURL('**/account');
  await button(page, 'Delete account').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  expect(await dialog.getByRole('checkbox', { name: 'Also delete forgotten@example.org' }).isChecked()).toBe(
    true,
  );
  await page.keyboard.press('Enter');
  await toastNamed(page, 'Account deleted');
  await page.getByRole('heading', { name: 'Begin Your Learning Journey' }).waitFor();
  expect((await site.mailTo('forgotten@example.org')).subject).toBe('Your Stillwater account was deleted');
});

test('a form that is sent after the end of the session offers the login', async () => {
  const page = await newMember(site, 'too-late');
  await openPage(page, '/account');
  await page.context().clearCookies();
  await button(page, 'Delete account').click();
  await page.getByRole('alertdialog').getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await toastNamed(page, 'Your session has ended');
  const href = await page.getByRole('link', { name: 'Log in' }).getAttribute('href');
  expect(href).toBe('/auth?returnTo=%2Faccount');
});

test('a download of one’s own data without a session shows the reason of its failure', async () => {
  const page = await newMember(site, 'downloads');
  await openPage(page, '/account');
  await idle(page);
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Download my data' }).click();
  expect(await toastNamed(page, 'Download failed')).toBe('Please log in to continue.');
});

test('the Tab key passes the empty field of the code without an error', async () => {
  const page = await newMember(site, 'passes');
  await openPage(page, '/account');
  await idle(page);
  const code = textField(page, 'Code from the email');
  await code.focus();
  await page.keyboard.press('Tab');
  await idle(page);
  expect(await code.getAttribute('aria-invalid')).not.toBe('true');
  await button(page, 'Confirm').press('Enter');
  await expect.poll(() => code.getAttribute('aria-invalid')).toBe('true');
});
