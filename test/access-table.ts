import { randomUUID } from 'node:crypto';
import { catalogueRows } from './access/access-catalogue.ts';
import { changesRows } from './access/access-changes.ts';
import { giftRows } from './access/access-gifts.ts';
import { healthRows } from './access/access-health.ts';
import { passkeyRows } from './access/access-passkeys.ts';
import { peopleRows } from './access/access-people.ts';
import { settingsRows } from './access/access-settings.ts';
import { subscriptionRows } from './access/access-subscriptions.ts';
import {
  ADMIN,
  ADMIN_EMPTY,
  CREATED,
  EDITOR,
  EDITOR_CREATED,
  EDITOR_EMPTY,
  GONE,
  MEMBERS,
  MEMBERS_EMPTY,
  MEMBERS_NONE,
  NONE,
  NOT_MINE,
  OPEN,
  OPEN_EMPTY,
  type Row,
  type World,
} from './access-row.ts';
import { anAccount, GOOD_PASSWORD } from './account-fixture.ts';
import { captions, formOf } from './upload-fixture.ts';

/* Expected status of each endpoint for each tier. access.test.ts fails for an endpoint without a row. */

const CUE = { start: 1, end: 2, text: 'Hello' };
const MONDAY_AT_7 = { day: 1, hour: 7, timeZone: 'Europe/Berlin' };
const resumable = () => `/api/resumable-uploads/${'0'.repeat(32)}`;
const favorite = (its: World) => ({ itemType: 'ocean', itemId: its.published });
const strangersFavorite = (its: World) => ({ ...favorite(its), userId: its.stranger.id });

export const rows: Row[] = [
  // Subscriptions
  { call: 'GET /api/subscription', statuses: OPEN },
  { call: 'POST /api/subscription/checkout', body: () => ({}), statuses: CREATED },
  { call: 'POST /api/subscribe', body: () => ({ subscriptionId: 'I-SOMEBODYS' }), statuses: NONE },
  { call: 'POST /api/subscription/cancel', statuses: MEMBERS_NONE },
  { call: 'POST /api/subscription/resume', statuses: MEMBERS_NONE },
  {
    call: 'POST /api/sandbox-payments/:id/approve',
    path: () => '/api/sandbox-payments/TEST-none/approve',
    statuses: NONE,
  },
  // Accounts
  { call: 'GET /api/csrf-token', statuses: OPEN },
  { call: 'GET /api/user', statuses: MEMBERS },
  {
    call: 'POST /api/login',
    body: () => ({ username: 'a-stranger', password: GOOD_PASSWORD }),
    statuses: OPEN,
  },
  {
    call: 'POST /api/login',
    about: 'another person’s name without a password',
    body: () => ({ username: 'a-stranger', password: '' }),
    statuses: [401, 401, 401, 401, 401],
  },
  { call: 'POST /api/register', body: () => ({ ...anAccount(), role: 'admin' }), statuses: CREATED },
  { call: 'POST /api/logout', statuses: OPEN_EMPTY },
  { call: 'POST /api/password/check', body: () => ({ password: GOOD_PASSWORD }), statuses: OPEN },
  { call: 'POST /api/password/forgot', body: () => ({ email: anAccount().email }), statuses: OPEN_EMPTY },
  {
    call: 'POST /api/password/reset',
    body: () => ({ token: 'made-up', password: GOOD_PASSWORD }),
    statuses: GONE,
  },
  { call: 'PUT /api/user/password', body: () => ({ password: GOOD_PASSWORD }), statuses: MEMBERS },
  { call: 'POST /api/user/email', body: () => ({ email: anAccount().email }), statuses: MEMBERS_EMPTY },
  {
    call: 'POST /api/user/email/verify',
    body: () => ({ token: 'made-up' }),
    statuses: [401, 410, 410, 410, 410],
  },
  ...passkeyRows,
  { call: 'GET /api/user/second-factor', statuses: EDITOR },
  { call: 'POST /api/user/second-factor/secret', statuses: EDITOR },
  {
    call: 'PUT /api/user/second-factor',
    about: 'without a secret',
    body: () => ({ code: '123456' }),
    statuses: [401, 403, 403, 410, 410],
  },
  { call: 'POST /api/user/second-factor/recovery-codes', statuses: EDITOR },
  { call: 'DELETE /api/user/second-factor', statuses: EDITOR_EMPTY },
  { call: 'GET /api/user/account', statuses: MEMBERS },
  { call: 'GET /api/user/sessions', statuses: MEMBERS },
  { call: 'DELETE /api/user/sessions', statuses: MEMBERS_EMPTY },
  {
    call: 'DELETE /api/user/sessions/:session',
    about: 'another person’s session',
    path: (its) => `/api/user/sessions/${its.stranger.session}`,
    statuses: [401, 404, 404, 404, 404],
  },
  { call: 'GET /api/user/data', statuses: MEMBERS },
  { call: 'DELETE /api/user', statuses: MEMBERS_EMPTY },

  ...settingsRows,
  ...catalogueRows,
  ...changesRows,
  { call: 'GET /api/user/security-events', statuses: MEMBERS },
  { call: 'GET /api/warnings', statuses: ADMIN },
  {
    call: 'DELETE /api/warnings/:kind/:id',
    path: () => '/api/warnings/mail/999999',
    statuses: [401, 403, 403, 403, 404],
  },

  // Favorites
  { call: 'GET /api/favorites', statuses: MEMBERS },
  { call: 'GET /api/favorites/items', statuses: MEMBERS },
  { call: 'POST /api/favorites', body: favorite, statuses: MEMBERS_EMPTY },
  { call: 'POST /api/favorites', about: 'for another person', body: strangersFavorite, statuses: NOT_MINE },
  { call: 'DELETE /api/favorites', body: favorite, statuses: MEMBERS_EMPTY },
  { call: 'DELETE /api/favorites', about: 'another person’s', body: strangersFavorite, statuses: NOT_MINE },
  {
    call: 'GET /api/favorites/check',
    path: (its) => `/api/favorites/check?itemType=ocean&itemId=${its.published}`,
    statuses: MEMBERS,
  },
  {
    call: 'GET /api/favorites/check',
    about: 'another person’s',
    path: (its) => `/api/favorites/check?userId=${its.stranger.id}&itemType=ocean&itemId=${its.published}`,
    statuses: NOT_MINE,
  },
  {
    call: 'GET /api/favorites/check-many',
    path: (its) => `/api/favorites/check-many?items=ocean:${its.published}`,
    statuses: MEMBERS,
  },
  { call: 'POST /api/favorites/merge', body: (its) => ({ items: [favorite(its)] }), statuses: MEMBERS_EMPTY },

  // Weekly letter
  { call: 'GET /api/letter', statuses: MEMBERS },
  { call: 'PUT /api/letter', body: () => ({ ...MONDAY_AT_7, on: false }), statuses: MEMBERS },
  {
    call: 'POST /api/letter/ask',
    body: () => ({ ...MONDAY_AT_7, email: anAccount().email }),
    statuses: OPEN,
  },
  { call: 'POST /api/letter/confirm', body: () => ({ ...MONDAY_AT_7, token: 'made-up' }), statuses: GONE },
  { call: 'POST /api/letter/link', body: () => ({ token: 'made-up', action: 'stop' }), statuses: GONE },
  {
    call: 'POST /api/letter/one-click',
    path: () => '/api/letter/one-click?token=made-up',
    statuses: GONE,
    byPrograms: true,
  },

  // Progress
  { call: 'GET /api/progress', statuses: MEMBERS },
  { call: 'PUT /api/progress', body: () => ({ reports: [] }), statuses: MEMBERS_EMPTY },
  { call: 'PUT /api/progress/again', body: () => ({ marks: [] }), statuses: MEMBERS_EMPTY },
  {
    call: 'PUT /api/progress/welcome',
    body: (its) => ({
      ...{ day: new Date().toISOString().slice(0, 10), oceanId: its.published, saved: null },
      ...{ lessons: [{ dropletId: 1, waveId: 1 }], begunWaveId: null, againDropletId: null },
    }),
    statuses: MEMBERS,
  },
  { call: 'DELETE /api/progress', statuses: MEMBERS_EMPTY },
  { call: 'PUT /api/progress/remembering', body: () => ({ remembers: true }), statuses: MEMBERS_EMPTY },

  // Analytics
  {
    call: 'POST /api/usage-counts',
    body: () => ({ uses: [{ event: 'opened', itemType: 'droplet', itemId: 1 }] }),
    statuses: OPEN_EMPTY,
  },
  { call: 'GET /api/usage', statuses: EDITOR },
  { call: 'GET /api/usage.csv', statuses: ADMIN },
  { call: 'GET /api/usage-summary', statuses: ADMIN },
  { call: 'PUT /api/usage-summary', body: () => ({ on: true }), statuses: ADMIN },
  { call: 'POST /api/usage-summary/link', body: () => ({ token: 'made-up', on: false }), statuses: GONE },
  {
    call: 'POST /api/usage-summary/one-click',
    path: () => '/api/usage-summary/one-click?token=made-up',
    statuses: GONE,
    byPrograms: true,
  },

  // Comfort
  { call: 'GET /api/comfort', statuses: MEMBERS },
  {
    call: 'PUT /api/comfort',
    body: () => ({ theme: 'dark', text: 'large', motion: 'off', captions: true }),
    statuses: OPEN_EMPTY,
  },

  ...giftRows,
  ...peopleRows,
  ...subscriptionRows,
  ...healthRows,
  // Sign-ups
  { call: 'POST /api/email-signup', body: () => ({ email: anAccount().email }), statuses: CREATED },
  { call: 'POST /api/email-signup/entry', body: () => ({ email: anAccount().email }), statuses: OPEN_EMPTY },
  { call: 'POST /api/email-signup/verify', body: () => ({ token: 'made-up' }), statuses: GONE },
  { call: 'POST /api/email-signup/renew', body: () => ({ token: 'made-up' }), statuses: GONE },
  { call: 'GET /api/email-signups', statuses: ADMIN },
  { call: 'GET /api/email-signups.csv', statuses: ADMIN },
  {
    call: 'PATCH /api/email-signups/:id',
    path: (its) => `/api/email-signups/${its.signup}`,
    body: () => ({ hasAccess: false }),
    statuses: ADMIN,
  },
  {
    call: 'DELETE /api/email-signups/:id',
    path: (its) => `/api/email-signups/${its.signup}`,
    statuses: ADMIN_EMPTY,
  },

  // Uploads
  {
    call: 'POST /api/uploads',
    path: () => '/api/uploads?kind=captions',
    // The content differs for each reader, because a known file gets status 200.
    body: () => formOf(captions(`A line ${randomUUID()}.`)),
    statuses: EDITOR_CREATED,
  },
  {
    call: 'PUT /api/captions',
    body: () => ({ type: 'droplet', id: 999999, language: null, expectedVersion: 1, cues: [CUE] }),
    statuses: [401, 403, 403, 404, 404],
  },
  { call: 'GET /api/uploads', statuses: EDITOR },
  {
    call: 'POST /api/uploads/:id/cancel',
    path: () => '/api/uploads/999999/cancel',
    statuses: [401, 403, 403, 404, 404],
  },
  {
    call: 'POST /api/uploads/:id/retry',
    path: () => '/api/uploads/999999/retry',
    statuses: [401, 403, 403, 404, 404],
  },
  // Administrators get 412, because the request lacks the tus header.
  {
    call: 'POST /api/resumable-uploads',
    path: () => '/api/resumable-uploads?kind=captions',
    statuses: [401, 403, 403, 412, 412],
  },
  { call: 'HEAD /api/resumable-uploads/:token', path: resumable, statuses: [401, 403, 403, 412, 412] },
  { call: 'PATCH /api/resumable-uploads/:token', path: resumable, statuses: [401, 403, 403, 412, 412] },
  { call: 'DELETE /api/resumable-uploads/:token', path: resumable, statuses: [401, 403, 403, 412, 412] },
  {
    call: 'POST /api/resumable-uploads/:token/finish',
    path: () => `${resumable()}/finish`,
    statuses: [401, 403, 403, 410, 410],
  },
  // 404, because this site stores files in a folder.
  {
    call: 'POST /api/resumable-uploads/:token/direct-parts',
    path: () => `${resumable()}/direct-parts`,
    statuses: [401, 403, 403, 404, 404],
  },
  {
    call: 'POST /api/resumable-uploads/:token/direct-parts/:name',
    path: () => `${resumable()}/direct-parts/${'0'.repeat(32)}.part`,
    body: () => ({ status: 200 }),
    statuses: [401, 403, 403, 404, 404],
  },
  { call: 'GET /api/resumable-uploads', statuses: EDITOR },
  { call: 'POST /api/folder-imports', body: () => ({}), statuses: [401, 403, 403, 400, 400] },
];
