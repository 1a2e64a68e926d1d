import { expect, test } from 'vitest';
import { openDatabase } from '#test/site-process.ts';
import type { EngineSite } from '../engine-site.ts';
import type { Reader } from '../reader.ts';

const ACCOUNT = { username: 'Ines Falk', password: 'Quiet-Harbour-27' };

export function editorJourneys(engineSite: EngineSite): void {
  test('an editor writes, uploads, moves and publishes, and meets no screen of administrators', async () => {
    // On a busy machine the typing pauses, and an incomplete address is previewed.
    const editor = await engineSite.newReader({ mayReport: /status of 404/ });
    await becomeEditor(editor, engineSite);

    await editor.open('/admin/content?tab=droplets&ocean=1&wave=1');
    await editor.doNotSee('tab', 'Email Signups');
    await editor.fill('Title', 'A Line Before Sleep');
    await editor.fill('Description', 'One line, and then the light goes out.');
    await editor.tab.evaluate(chooseTextAndPicture);
    await editor.read('shell.png is uploaded.');
    await editor.press('button', 'Write it here');
    await editor.press('button', 'Create droplet');
    await editor.fill('Text of the droplet, in Markdown', 'Write **one line**.');
    await editor.press('button', 'Save');
    await editor.read('Saved');

    await editor.open('/admin/content?tab=droplets&ocean=1&wave=1');
    await editor.press('button', 'Move up A Line Before Sleep');
    await editor.until('the row is the last but one', () => {
      const titles = [...document.querySelectorAll('li[data-item] h3')];
      return titles.at(-2)?.textContent?.startsWith('A Line Before Sleep');
    });
    await editor.press('button', 'Publish A Line Before Sleep');
    await editor.read('“A Line Before Sleep” has been published successfully.');
    const droplets = await editor.tab.evaluate(async () => (await fetch('/api/waves/1/droplets')).json());
    expect(droplets.at(-2)).toMatchObject({
      title: 'A Line Before Sleep',
      imageUrl: expect.stringMatching(/^\/media\/u\//),
      isPublished: true,
    });

    for (const page of ['settings', 'users', 'subscriptions', 'health', 'texts']) {
      await editor.open(`/admin/${page}`);
      expect(await editor.address()).toBe('/');
    }
  });
}

/** Registers an account, makes it an editor, and logs in through the form. */
async function becomeEditor(editor: Reader, engineSite: EngineSite): Promise<void> {
  await editor.open('/auth');
  const { password } = ACCOUNT;
  const email = 'falk@example.org';
  await editor.call('POST', '/api/register', { ...ACCOUNT, email, confirmPassword: password });
  const database = openDatabase(engineSite.site().dataDir);
  database.exec(`update users set editor_since = 1 where username = '${ACCOUNT.username}'`);
  database.close();
  await editor.call('POST', '/api/logout', {});
  await editor.open('/auth?returnTo=/admin/content');
  await editor.fill('Username', ACCOUNT.username);
  await editor.fill('Password', password);
  await editor.press('button', 'Login');
  await editor.see('heading', 'Create New Ocean');
}

/**
 * Chooses the media type Text, and a picture. Runs in the page, because drivers cannot operate select lists
 * and file choosers.
 */
async function chooseTextAndPicture(): Promise<void> {
  const form = document.querySelector('section[aria-labelledby=form-title]');
  const type = form?.querySelector<HTMLSelectElement>('select[name=mediaType]');
  const field = form?.querySelector<HTMLInputElement>('input[type=file]');
  if (!type || !field) throw new Error('The form has no select list “Media type”, or no file field.');
  type.value = 'text';
  type.dispatchEvent(new Event('change', { bubbles: true }));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [300, 400];
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  const chosen = new DataTransfer();
  chosen.items.add(new File([picture ?? ''], 'shell.png', { type: 'image/png' }));
  field.files = chosen.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
