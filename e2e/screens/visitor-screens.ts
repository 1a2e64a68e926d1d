import type { Page } from 'playwright-core';
import { failing, inTurn, press, type Screen, typed, visible } from './screen.ts';

const submitEmail = (email: string) => async (page: Page) => {
  await page.getByRole('textbox', { name: /email/i }).first().fill(email);
  await page.getByRole('button', { name: 'Begin' }).first().click();
};

/** Responds to the sign-up without storing an address. */
const answers = (status: 'granted' | 'link-sent') => (page: Page) =>
  page.route('**/api/email-signup', (route) => route.fulfill({ json: { status } }));

const group = 'Visitors';
const entering = 'Accounts';

/** Screens of visitors: the landing page, static pages, and signing in. */
export const visitorScreens: Screen[] = [
  { name: 'landing', group, who: 'new', path: '/' },
  {
    name: 'landing-error',
    group,
    who: 'new',
    path: '/',
    before: failing('**/api/email-signup'),
    prepare: inTurn(submitEmail('maren@example.org'), visible('[role=alert]')),
  },
  {
    name: 'landing-invalid',
    group,
    who: 'new',
    path: '/',
    prepare: submitEmail('maren@'),
  },
  {
    name: 'check-email',
    group,
    who: 'new',
    path: '/',
    before: answers('granted'),
    prepare: inTurn(submitEmail('ines@example.org'), visible('text=Check Your Email')),
  },
  {
    name: 'check-email-returning',
    group,
    who: 'new',
    path: '/',
    before: answers('link-sent'),
    prepare: inTurn(submitEmail('ines@example.org'), visible('text=Check Your Email')),
  },
  { name: 'gate', group, who: 'new', path: '/explore' },
  { name: 'shared-link', group, who: 'new', path: '/droplets/3' },
  { name: 'shared-link-wave', group, who: 'new', path: '/waves/1' },
  { name: 'home', group, who: 'entered', path: '/' },
  { name: 'about', group, who: 'entered', path: '/about' },
  { name: 'contact', group, who: 'entered', path: '/contact' },
  { name: 'terms-privacy', group, who: 'entered', path: '/terms-privacy' },
  { name: 'not-found', group, who: 'entered', path: '/nothing-here' },
  { name: 'sign-in-link-missing', group, who: 'new', path: '/sign-in' },
  { name: 'sign-in-link', group, who: 'new', path: '/sign-in#token=0123456789abcdef0123456789abcdef' },
  {
    name: 'sign-in-link-used',
    group,
    who: 'new',
    path: '/sign-in#token=0123456789abcdef0123456789abcdef',
    prepare: inTurn(press(/Continue/), visible('text=/expired or was already used/')),
  },
  { name: 'auth', group: entering, who: 'entered', path: '/auth' },
  { name: 'auth-register', group: entering, who: 'entered', path: '/auth?tab=register' },
  {
    name: 'auth-register-errors',
    group: entering,
    who: 'entered',
    path: '/auth?tab=register',
    prepare: inTurn(
      typed('Username', 'mo'),
      typed('Email', 'maren@'),
      press('Register', 'main form'),
      visible('[data-part=error]'),
    ),
  },
  {
    name: 'auth-register-hint',
    group: entering,
    who: 'entered',
    path: '/auth?tab=register',
    prepare: inTurn(typed('Password', 'Stillwater1'), visible('text=/easy to guess/')),
  },
  {
    name: 'auth-refused',
    group: entering,
    who: 'entered',
    path: '/auth',
    prepare: inTurn(
      typed('Username', 'nobody-here'),
      typed('Password', 'Quiet-Harbour-27'),
      press('Login', 'main form'),
      visible('[data-part=toast], [role=alert]:not(:empty)'),
    ),
    before: (page) =>
      page.route('**/api/login', (route) =>
        route.fulfill({
          status: 401,
          json: { code: 'wrong-credentials', message: 'Invalid username or password' },
        }),
      ),
  },
  { name: 'forgot-password', group: entering, who: 'entered', path: '/forgot-password' },
  { name: 'reset-password-missing', group: entering, who: 'entered', path: '/reset-password' },
  {
    name: 'reset-password',
    group: entering,
    who: 'entered',
    path: '/reset-password#token=0123456789abcdef0123456789abcdef',
  },
  { name: 'verify-email-missing', group: entering, who: 'entered', path: '/verify-email' },
];
