import { test } from 'vitest';
import { type EngineSite, PHONE } from '../engine-site.ts';
import type { Reader } from '../reader.ts';
import { logIn } from './administration.ts';

/* Undo, history, previews and schedules of an owner, in all engines, on a phone and on a tablet. */

const TABLET = { width: 768, height: 1024, hasTouch: true };

export function ownerCareJourneys(engineSite: EngineSite): void {
  test('an owner tries a text, views as a member, schedules, undoes, and shares a draft', async () => {
    // The API returns 404 for the item until it is restored from the trash.
    const owner = await engineSite.newReader({ mayReport: /status of 404/ });
    await owner.resize({ ...PHONE, hasTouch: true });
    await logIn(owner);
    await tryText(owner);
    await lookAsMember(owner);
    const texts = { description: 'Not for everybody yet.', imageUrl: '/covers/ocean/a.svg' };
    const { id } = (await owner.call('POST', '/api/oceans', { title: 'Quiet Bay', ...texts })) as {
      id: number;
    };
    const link = await makeLink(owner, id);
    await owner.resize(TABLET);
    await plan(owner, id);
    await undo(owner, id);

    // Last, because WebKit has one person at a time.
    const stranger = await engineSite.newReader();
    await stranger.resize(TABLET);
    await stranger.open(link);
    await stranger.see('heading', 'Quiet Bay');
    await stranger.read('This is a draft.');
    await stranger.tap('button', 'End preview');
    await stranger.doNotSee('button', 'End preview');
    await stranger.doNotSee('heading', 'Quiet Bay');
  });
}

/** Waits until a call's response contains the words, or no longer contains them. */
const answers = (reader: Reader, path: string, words: string, has = true) =>
  reader.until(
    `${path} ${has ? 'has' : 'lacks'} “${words}”`,
    async (path, words, has) => (await (await fetch(path)).text()).includes(words) === has,
    path,
    words,
    has,
  );

/** Changes a text of About with its preview, and resets it. */
async function tryText(owner: Reader): Promise<void> {
  await owner.open('/admin/texts?text=about');
  await owner.fill('First line', 'We are few.');
  await owner.until('the preview has the words', () =>
    document.querySelector('iframe')?.contentDocument?.body.innerText.includes('We are few.'),
  );
  await owner.tap('button', 'Save');
  await answers(owner, '/api/settings', 'We are few.');
  await owner.see('link', /^History of First line/);
  await owner.tap('button', 'Reset to default');
  await answers(owner, '/api/settings', 'We are few.', false);
  await owner.see('link', 'History of First line, 2 changes');
}

/** Opens a locked droplet in the view of a free member. */
async function lookAsMember(owner: Reader): Promise<void> {
  const locked = await owner.until('there is a locked droplet', async () => {
    const list: { id: number; accessType: string; isSample: boolean }[] = await (
      await fetch('/api/explore/droplets')
    ).json();
    return list.find(({ accessType, isSample }) => accessType === 'premium' && !isSample)?.id;
  });
  await owner.open(`/droplets/${locked}`);
  await owner.tap('button', /^Account: /);
  await owner.tap('button', 'View as free member');
  await owner.see('button', 'End view');
  await owner.read('You see this as a free member');
  await owner.see('button', 'Subscribe Now');
  await owner.tap('button', 'End view');
  await owner.doNotSee('button', 'Subscribe Now');
}

/** Creates a preview link to a draft. Returns its path. */
async function makeLink(owner: Reader, id: number): Promise<string> {
  await owner.open(`/oceans/${id}`);
  await owner.tap('button', 'Preview link');
  await owner.tap('button', 'Create link');
  await owner.see('textbox', 'The new link');
  return owner.until('the link is there', () => {
    const field = document.querySelector<HTMLInputElement>('dialog input[readonly]');
    return field ? new URL(field.value).pathname : undefined;
  });
}

/** Schedules a draft for the next morning, which the form proposes. */
async function plan(owner: Reader, id: number): Promise<void> {
  await owner.open(`/admin/calendar?item=ocean-${id}`);
  await owner.tap('button', 'Save');
  await owner.see('link', 'Quiet Bay, ocean');
  await answers(owner, `/api/schedule/ocean/${id}`, '"publishAt":"');
}

/** Undoes an edit in the history, and a deletion in the trash. */
async function undo(owner: Reader, id: number): Promise<void> {
  await owner.call('PUT', `/api/oceans/${id}`, { title: 'Loud Bay' });
  await owner.open('/admin/history');
  await owner.tap('button', 'Undo the change to Loud Bay');
  await answers(owner, `/api/oceans/${id}`, 'Quiet Bay');
  await owner.call('DELETE', `/api/oceans/${id}`, {});
  await owner.open('/admin/trash');
  await owner.tap('button', 'Restore Quiet Bay');
  await answers(owner, `/api/oceans/${id}`, 'Quiet Bay');
  // A restored item keeps its schedule.
  await answers(owner, `/api/schedule/ocean/${id}`, '"publishAt":"');
}
