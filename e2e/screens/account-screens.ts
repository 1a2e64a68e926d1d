import type { Page } from 'playwright-core';
import { failing, inTurn, moveTo, press, READERS, type Screen, typed, visible } from './screen.ts';

const account = (name: string, who: Screen['who'], more: Partial<Screen> = {}): Screen => ({
  name,
  group: 'Accounts',
  who,
  path: '/account',
  ...more,
});
/** A step on the way in, for a reader who is signed out unless said otherwise. */
const step = (name: string, path: string, more: Partial<Screen> = {}): Screen =>
  account(name, 'entered', { path, ...more });

const DIALOG = 'dialog:not(.viewer)[open]';
const TOKEN = '#token=0123456789abcdef0123456789abcdef';
const RIGHT = 'Still-Water-28';

/** Three places where one is signed in: two more than a reader of these pictures has. */
const elsewhere = (page: Page) =>
  page.route('**/api/user/sessions', async (route) => {
    const answer = await route.fetch();
    const [here] = await answer.json();
    const there = (id: string, userAgent: string | null) => ({ ...here, id, current: false, userAgent });
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';
    await route.fulfill({ response: answer, json: [here, there('phone', phone), there('other', null)] });
  });
const refused = (path: string, status: number, message: string) => (page: Page) =>
  page.route(path, (route) => route.fulfill({ status, json: { message } }));

/** One's own account, and the ways to prove an address and to come by a new password. */
export const accountScreens: Screen[] = [
  ...READERS.map((reader) => account(`account-${reader}`, reader)),
  account('account-sessions', 'free', {
    path: '/contact',
    before: elsewhere,
    prepare: inTurn(moveTo('/account'), visible('button[aria-label^="Sign out"]')),
  }),
  account('account-email', 'free', { prepare: press('Change email') }),
  account('account-email-errors', 'free', {
    prepare: inTurn(
      press('Change email'),
      typed('New email', 'maren@'),
      press('Send the link'),
      visible('.err'),
    ),
  }),
  account('account-code-refused', 'free', {
    before: refused(
      '**/api/user/email/verify',
      410,
      'This code is not the one we sent, or it has expired. You can have it sent again.',
    ),
    prepare: inTurn(typed('Code from the mail', '000 000'), press('Confirm'), visible('.err')),
  }),
  account('account-password-errors', 'free', {
    prepare: inTurn(
      press('Change password'),
      typed('Current password', 'short'),
      typed('New password', 'stillwater'),
      typed('Confirm password', 'stillwaters'),
      press('Change password', 'main form'),
      visible('text="Passwords don\'t match"'),
    ),
  }),
  account('account-password-refused', 'free', {
    prepare: inTurn(
      press('Change password'),
      typed('Current password', 'Not-the-one-1'),
      typed('New password', RIGHT),
      typed('Confirm password', RIGHT),
      press('Change password', 'main form'),
      visible('.err, .toast'),
    ),
  }),
  account('account-cancelling', 'subscriber', { prepare: press('Cancel subscription') }),
  account('account-delete', 'free', {
    layer: true,
    prepare: inTurn(press('Delete account'), visible(DIALOG)),
  }),
  account('account-delete-subscriber', 'subscriber', {
    layer: true,
    prepare: inTurn(press('Delete account'), visible(DIALOG)),
  }),
  account('account-delete-refused', 'free', {
    layer: true,
    prepare: inTurn(
      press('Delete account'),
      (page) => page.locator(`${DIALOG} input`).first().fill('Not-the-one-1'),
      press('Delete', DIALOG),
      visible(`${DIALOG} .err`),
    ),
  }),
  account('account-failed', 'free', {
    path: '/contact',
    before: failing('**/api/user/account'),
    prepare: inTurn(moveTo('/account'), visible('main [role=alert]')),
  }),
  step('forgot-password-sent', '/forgot-password', {
    before: (page) => page.route('**/api/password/forgot', (route) => route.fulfill({ status: 204 })),
    prepare: inTurn(press('Send me a link'), visible('text=Check Your Email')),
  }),
  step('reset-password-errors', `/reset-password${TOKEN}`, {
    prepare: inTurn(
      typed('New password', 'stillwater'),
      typed('Confirm password', 'still'),
      press('Change password'),
      visible('text="Passwords don\'t match"'),
    ),
  }),
  step('reset-password-used', `/reset-password${TOKEN}`, {
    prepare: inTurn(
      typed('New password', RIGHT),
      typed('Confirm password', RIGHT),
      press('Change password'),
      visible('text=This link does not open any more'),
    ),
  }),
  step('verify-email', `/verify-email${TOKEN}`, { who: 'free', prepare: visible('text=One press') }),
  step('verify-email-used', `/verify-email${TOKEN}`, {
    who: 'free',
    prepare: inTurn(press('Confirm this address'), visible('main [role=alert]')),
  }),
];
