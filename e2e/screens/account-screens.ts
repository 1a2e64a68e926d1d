import type { Page } from 'playwright-core';
import { renderSVG } from 'uqr';
import { failing, inTurn, moveTo, press, READERS, type Screen, typed, visible } from './screen.ts';

const account = (name: string, who: Screen['who'], more: Partial<Screen> = {}): Screen => ({
  name,
  group: 'Accounts',
  who,
  path: '/account',
  ...more,
});
/** Returns a sign-in screen, by default for a signed-out reader. */
const step = (name: string, path: string, more: Partial<Screen> = {}): Screen =>
  account(name, 'entered', { path, ...more });

const DIALOG = 'dialog:not([data-part=viewer])[open]';
const TOKEN = '#token=0123456789abcdef0123456789abcdef';
const RIGHT = 'Still-Water-28';

/** Shows three sessions, because the reader of these pictures has one. */
const elsewhere = (page: Page) =>
  page.route('**/api/user/sessions', async (route) => {
    const answer = await route.fetch();
    const [here] = await answer.json();
    const there = (id: string, userAgent: string | null) => ({ ...here, id, current: false, userAgent });
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 ' +
      '(KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';
    await route.fulfill({ response: answer, json: [here, there('phone', phone), there('other', null)] });
  });
const passkey = (id: number, name: string, lastUsedAt: string | null) => ({
  id,
  name,
  createdAt: '2026-03-02T08:00:00.000Z',
  lastUsedAt,
  backedUp: false,
});
/** Shows two passkeys, because the reader of these pictures has none. */
const withPasskeys = (page: Page) =>
  page.route('**/api/user/passkeys', (route) =>
    route.fulfill({
      json: [
        passkey(1, 'Chrome on Windows', '2026-11-20T17:30:00.000Z'),
        passkey(2, 'The key on the ring beside the door of the house by the lake', null),
      ],
    }),
  );
const json = (path: string, body: object) => (page: Page) =>
  page.route(path, (route) => route.fulfill({ json: body }));
const SECOND_FACTOR = { codes: true, passkeys: 1, recoveryCodesLeft: 7, required: true };
const RECOVERY_CODES = Array.from({ length: 10 }, (_, n) => `K7QM-2X${n}A-${n}HTD`.replaceAll('0', 'Z'));
const happened = (id: number, kind: string, detail: string | null, device: string | null) => ({
  id,
  at: '2026-11-20T17:30:00.000Z',
  kind,
  detail,
  device,
});
const ACTIVITY = [
  happened(5, 'login', 'passkey', 'Safari on iPhone'),
  happened(4, 'login-failed', 'password', 'Another device'),
  happened(3, 'role-changed', 'subscriber', null),
  happened(2, 'password-reset', null, 'Samsung Internet on Android'),
  happened(1, 'registered', null, 'Firefox on Windows'),
];
const refused = (path: string, status: number, json: { code: string; message: string }) => (page: Page) =>
  page.route(path, (route) => route.fulfill({ status, json }));

/** Screens of the account page, address confirmation, and new passwords. */
export const accountScreens: Screen[] = [
  ...READERS.map((reader) => account(`account-${reader}`, reader)),
  account('account-sessions', 'free', {
    path: '/contact',
    before: elsewhere,
    prepare: inTurn(moveTo('/account'), visible('button[aria-label^="Log out"]')),
  }),
  account('account-email', 'free', { prepare: press('Change email') }),
  account('account-email-errors', 'free', {
    prepare: inTurn(
      press('Change email'),
      typed('New email', 'maren@'),
      press('Send the link'),
      visible('[data-part=error]'),
    ),
  }),
  account('account-code-refused', 'free', {
    before: refused('**/api/user/email/verify', 410, {
      code: 'wrong-code',
      message: 'This code is wrong or has expired. Check the email, or ask for a new code.',
    }),
    prepare: inTurn(typed('Code from the email', '000 000'), press('Confirm'), visible('[data-part=error]')),
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
      visible('[data-part=error], [data-part=toast]'),
    ),
  }),
  account('account-passkeys', 'free', {
    path: '/contact',
    before: withPasskeys,
    prepare: inTurn(moveTo('/account'), visible('button[aria-label^="Remove "]')),
  }),
  account('account-passkey-errors', 'free', {
    prepare: inTurn(
      press('Add a passkey'),
      typed('Name of the passkey', ''),
      typed('Current password', 'Not-the-one-1'),
      press('Add passkey'),
      visible('[data-part=error]'),
    ),
  }),
  account('account-passkey-rename', 'free', {
    path: '/contact',
    layer: true,
    before: withPasskeys,
    prepare: inTurn(moveTo('/account'), press('Rename Chrome on Windows'), visible(DIALOG)),
  }),
  account('account-passkey-remove', 'free', {
    path: '/contact',
    layer: true,
    before: withPasskeys,
    prepare: inTurn(moveTo('/account'), press('Remove Chrome on Windows'), visible(DIALOG)),
  }),
  account('account-passkeys-failed', 'free', {
    path: '/contact',
    before: failing('**/api/user/passkeys'),
    prepare: inTurn(moveTo('/account'), visible('main [role=alert]')),
  }),
  account('account-second-factor', 'admin', {
    before: json('**/api/user/second-factor/secret', {
      secret: 'ONQXMZLOORUG64TXMFXGIZLSMVXGO3DF',
      uri: '',
      qrCode: renderSVG('otpauth://totp/Stillwater:ada?secret=ONQXMZLOORUG64TXMFXGIZLSMVXGO3DF', {
        border: 2,
      }),
    }),
    prepare: inTurn(
      press('Set up an authenticator app'),
      press('Continue'),
      visible('img[alt^="QR code"]'),
      press('Turn on'),
      visible('[data-part=error]'),
    ),
  }),
  account('account-recovery-codes', 'admin', {
    path: '/contact',
    before: async (page) => {
      await json('**/api/user/second-factor', SECOND_FACTOR)(page);
      await json('**/api/user/second-factor/recovery-codes', { recoveryCodes: RECOVERY_CODES })(page);
    },
    prepare: inTurn(
      moveTo('/account'),
      press('New recovery codes'),
      press('Replace the codes'),
      visible('text=Your recovery codes'),
    ),
  }),
  account('account-second-factor-on', 'admin', {
    path: '/contact',
    before: json('**/api/user/second-factor', SECOND_FACTOR),
    prepare: inTurn(moveTo('/account'), press('Turn codes off')),
  }),
  step('auth-code', '/auth', {
    before: refused('**/api/login', 401, { code: 'second-factor-required', message: 'Enter the code.' }),
    prepare: inTurn(
      typed('Username', 'ada'),
      typed('Password', RIGHT),
      press('Login', 'main form'),
      visible('text=Code from your app'),
      press('Login', 'main form'),
      visible('[data-part=error]'),
    ),
  }),
  account('account-activity', 'free', {
    before: json('**/api/user/security-events*', ACTIVITY),
    prepare: inTurn(press('Show recent activity'), visible('[data-part=activity]')),
  }),
  account('account-activity-failed', 'free', {
    before: failing('**/api/user/security-events*'),
    prepare: inTurn(press('Show recent activity'), visible('main [role=alert]')),
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
      visible(`${DIALOG} [data-part=error]`),
    ),
  }),
  account('account-failed', 'free', {
    path: '/contact',
    before: failing('**/api/user/account'),
    prepare: inTurn(moveTo('/account'), visible('main [role=alert]')),
  }),
  step('forgot-password-sent', '/forgot-password', {
    before: (page) => page.route('**/api/password/forgot', (route) => route.fulfill({ status: 204 })),
    prepare: inTurn(press('Send link'), visible('text=Check Your Email')),
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
      visible('text=This link no longer works'),
    ),
  }),
  step('verify-email', `/verify-email${TOKEN}`, {
    who: 'free',
    prepare: visible('text=The link works once'),
  }),
  step('verify-email-used', `/verify-email${TOKEN}`, {
    who: 'free',
    prepare: inTurn(press('Confirm email'), visible('main [role=alert]')),
  }),
];
