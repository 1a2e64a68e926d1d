import { playToTheEnd, visible } from './lesson.ts';
import type { Reader } from './reader.ts';

/** A screen in a state that needs more than an address. Ids follow the order of the demo catalogue. */
export interface State {
  name: string;
  who: 'new' | 'entered' | 'past_due' | 'admin';
  path: string;
  prepare?(reader: Reader): Promise<unknown>;
}

/** Submits an address in the form. */
const submitEmail = (email: string) => async (reader: Reader) => {
  await reader.fill(/email/i, email);
  await reader.press('button', /^Begin/);
};

const viewer = (name: string, path: string, prepare?: State['prepare']): State => ({
  name,
  who: 'entered',
  path,
  async prepare(reader) {
    await visible(reader, 'dialog[data-part=viewer]:modal');
    await prepare?.(reader);
  },
});

const admin = (name: string, path: string, prepare?: State['prepare']): State => ({
  name,
  who: 'admin',
  path,
  ...(prepare && { prepare }),
});

/** Chooses a picture of one pixel in the field “Upload a logo”. */
const chooseLogo = (reader: Reader) =>
  reader.tab.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!field) throw new Error('The page has no file field for the logo.');
    const files = new DataTransfer();
    files.items.add(
      new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.svg', { type: 'image/svg+xml' }),
    );
    field.files = files.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });

/** New screens of learners and owners, for `npm run screens:engines`. */
export const STATES: State[] = [
  { name: 'landing', who: 'new', path: '/' },
  {
    name: 'entry',
    who: 'new',
    path: '/',
    async prepare(reader) {
      await submitEmail(`maren-${Date.now()}@example.org`)(reader);
      await reader.see('heading', 'Check Your Email');
    },
  },
  {
    name: 'entry-sent',
    who: 'new',
    path: '/',
    async prepare(reader) {
      await reader.call('POST', '/api/email-signup', { email: 'ines@example.org', source: 'landing' });
      await submitEmail('ines@example.org')(reader);
      await reader.read('It expires in 15 minutes');
    },
  },
  { name: 'gate', who: 'new', path: '/waves/1' },
  viewer('lesson-idle', '/waves/1?droplet=3'),
  viewer('lesson-playing', '/waves/1?droplet=3', async (reader) => {
    await reader.press('button', /^Play .+/);
    await reader.until('it plays', () => (document.querySelector('video')?.currentTime ?? 0) > 1);
  }),
  viewer('lesson-more', '/waves/1?droplet=3', async (reader) => {
    await reader.press('button', /^Play .+/);
    await reader.press('button', 'More');
  }),
  viewer('lesson-end', '/waves/1?droplet=3', playToTheEnd),
  viewer('wave-end', '/waves/7?droplet=44', playToTheEnd),
  { ...viewer('ocean-end', '/waves/3?droplet=21', playToTheEnd), who: 'admin' },
  { name: 'lesson-end-page', who: 'entered', path: '/droplets/3', prepare: playToTheEnd },
  viewer('reading', '/waves/1?droplet=6'),
  { name: 'reading-page', who: 'entered', path: '/droplets/6' },
  viewer('exercise', '/waves/1?droplet=4'),
  viewer('image', '/waves/7?droplet=40'),
  viewer('audio', '/waves/8?droplet=47'),
  viewer('audio-playing', '/waves/8?droplet=47', async (reader) => {
    await reader.press('button', /^Play .+/);
    await reader.see('button', 'Pause');
  }),
  viewer('locked', '/waves/2?droplet=12'),
  viewer('subscribe-viewer', '/waves/2?droplet=12', async (reader) => {
    // Phones have one button in the frame and one below.
    const [first] = await reader.find('button', 'Subscribe Now');
    if (first) await reader.tab.click(first.x, first.y);
    await reader.see('button', 'Pay by card or wallet');
  }),
  {
    name: 'subscribe',
    who: 'entered',
    path: '/waves/2',
    async prepare(reader) {
      await reader.press('button', 'Subscribe Now');
      await reader.see('button', 'Pay by card or wallet');
    },
  },
  {
    name: 'toast',
    who: 'entered',
    path: '/waves/1',
    async prepare(reader) {
      await reader.press('button', 'Save');
      await visible(reader, '[data-part=toast]');
    },
  },
  viewer('toast-viewer', '/waves/1?droplet=3', async (reader) => {
    await reader.press('button', /^Save/);
    await visible(reader, '[data-part=toast]');
  }),
  { name: 'register', who: 'entered', path: '/favorites' },
  { name: 'past-due', who: 'past_due', path: '/waves/2', prepare: (reader) => visible(reader, 'aside') },
  { name: 'past-due-account', who: 'past_due', path: '/account' },
  admin('dashboard', '/admin'),
  admin('content', '/admin/content?tab=droplets&ocean=1&wave=1'),
  admin('draft-page', '/droplets/9'),
  admin('draft-card', '/waves/1', async (reader) => {
    await reader.tab.evaluate(() => {
      const ribbon = [...document.querySelectorAll('main *')].find(
        (one) => one.textContent?.trim() === 'Draft',
      );
      ribbon?.scrollIntoView({ block: 'center' });
    });
  }),
  admin('delete-counts', '/admin/content', async (reader) => {
    await reader.press('button', 'Delete Focus');
    await reader.read('wait in the Trash for 30 days');
  }),
  admin('publish-warning', '/admin/content?tab=droplets&ocean=9', undefined),
  admin('revoke', '/admin/content?tab=signups', async (reader) => {
    await reader.call('POST', '/api/email-signup', { email: 'ines@example.org', source: 'landing' });
    await reader.open('/admin/content?tab=signups');
    await reader.press('button', /^Revoke/);
  }),
  admin('settings-text', '/admin/settings?tab=content', (reader) => reader.press('button', 'Set about.text')),
  admin('settings-preview', '/admin/settings?tab=content', async (reader) => {
    await reader.press('button', 'Set about.text');
    await reader.press('button', 'Preview');
  }),
  admin('settings-logo', '/admin/settings?tab=branding', async (reader) => {
    await reader.press('button', 'Set site.logo');
    await visible(reader, 'input[type=file], label:has(input[type=file])');
    await chooseLogo(reader);
    await reader.read('it is an SVG drawing');
  }),
  admin('recent-changes', '/admin', async (reader) => {
    await reader.tab.evaluate(() => {
      const heading = [...document.querySelectorAll('h2')].find((one) =>
        /changes/i.test(one.textContent ?? ''),
      );
      heading?.scrollIntoView({ block: 'start' });
    });
  }),
];
