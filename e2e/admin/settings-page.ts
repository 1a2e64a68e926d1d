import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { logIn } from '../support/entered.ts';
import { alive, type OpenSite, openSite, type WatchedPage } from '../support/open-site.ts';

/* Helpers for the tests of settings management: a site with one setting, its administrator, parts of the
   page. */

const PASSWORD = 'Still-water-1';

export interface Setting {
  key: string;
  value: string;
  category: string;
  description?: string | null;
}

export const TITLE: Setting = {
  key: 'site.title',
  value: 'Harbour',
  category: 'general',
  description: 'The name in the header',
};

/** Starts a site for the tests of a file. Each test starts with one setting. */
export function siteWithOneSetting() {
  let site: OpenSite;
  beforeAll(async () => {
    site = await openSite({ ADMIN_USERNAME: 'maren', ADMIN_PASSWORD: PASSWORD });
  });
  afterAll(() => site.close());

  const visitor = (options = {}) => site.newPage(options);
  async function admin(options = {}): Promise<WatchedPage> {
    const page = await visitor(options);
    await logIn(page, { username: 'maren', password: PASSWORD });
    return page;
  }
  async function open(path = '/admin/settings', options = {}): Promise<WatchedPage> {
    const page = await admin(options);
    await page.goto(path);
    await alive(page);
    return page;
  }

  beforeEach(async () => {
    const page = await admin();
    for (const { key } of await settingsOf(page)) await send(page, 'DELETE', `/api/settings/${key}`);
    expect(await send(page, 'POST', '/api/settings', TITLE)).toBe(201);
    await page.context().close();
  });
  return { visitor, admin, open };
}

export async function send(page: WatchedPage, method: string, path: string, data?: object): Promise<number> {
  const answer = await page.request.fetch(path, { method, data, headers: await csrfHeaders(page) });
  return answer.status();
}

export const settingsOf = async (page: WatchedPage): Promise<Setting[]> =>
  (await page.request.get('/api/settings')).json();

export const creating = (page: WatchedPage) => page.getByRole('form', { name: 'Create New Setting' });
export const editing = (page: WatchedPage) => page.getByRole('form', { name: 'Edit setting' });
export const keysShown = (page: WatchedPage) =>
  page.getByRole('tabpanel').getByRole('heading', { level: 2 }).allInnerTexts();
export const currentTab = (page: WatchedPage) => page.getByRole('tab', { selected: true }).innerText();
