import { expect, test } from 'vitest';
import { openLosingLine } from '../../support/lines/losing-line.ts';
import { DESKTOP, type EngineSite, PHONE } from '../engine-site.ts';
import type { Reader } from '../reader.ts';

/** Opens the first page and submits its form. */
async function enterAs(engineSite: EngineSite, email: string, size = DESKTOP): Promise<Reader> {
  const reader = await engineSite.newReader();
  await reader.resize(size);
  await reader.open('/');
  await reader.see('heading', 'Begin Your Learning Journey');
  await reader.fill(/email/i, email);
  await reader.press('button', /^Begin/);
  await reader.see('heading', 'Check Your Email');
  return reader;
}

export function visitorJourneys(engineSite: EngineSite): void {
  test('a new visitor goes from an address over ocean and wave to a droplet', async () => {
    const reader = await enterAs(engineSite, 'desktop@example.org');
    await reader.press('link', /^Look around/);
    await reader.see('heading', 'Knowledge Oceans');
    await reader.press('link', 'Focus');
    await reader.see('heading', 'Focus');
    await reader.press('link', 'One Thing at a Time');
    await reader.see('heading', 'One Thing at a Time');
    await reader.press('link', 'Finish the Sentence');
    await reader.see('button', /^Play /);
    await reader.read('3 of 8');
    expect(await reader.address()).toMatch(/\?droplet=\d+$/);
  });

  test('a page works although all its scripts and style sheets were lost twice', async () => {
    const line = await openLosingLine(
      engineSite.site().url,
      (address, before) => /\.(js|css)$/.test(address) && before < 2,
    );
    const reader = await engineSite.newReader({
      url: line.url,
      mayReport: /Failed to load|fetching the script/,
    });
    await reader.open('/auth');
    await reader.press('tab', 'Register');
    await reader.see('textbox', 'Confirm password');
    // The entry, the shared code and the page's own code, each twice.
    expect(line.lost.filter((address) => address.endsWith('.js')).length).toBeGreaterThan(6);
    await reader.until('every style sheet is there', () =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
        ({ sheet }) => sheet?.cssRules.length,
      ),
    );
    await line.close();
  });

  test('on a phone, a first lesson plays one press after the form', async () => {
    const reader = await enterAs(engineSite, 'phone@example.org', PHONE);
    const margins = await reader.tab.evaluate(() => {
      const button = [...document.querySelectorAll('main a')].find((link) =>
        link.textContent?.startsWith('Begin with one minute'),
      );
      const words = document.createRange();
      words.selectNodeContents(button ?? document.body);
      const [inner, outer] = [words.getBoundingClientRect(), button?.getBoundingClientRect()];
      return outer && [inner.left - outer.left, outer.right - inner.right];
    });
    expect(Math.min(...(margins ?? []))).toBeGreaterThan(8);
    await reader.press('link', /^Begin with one minute/);
    await reader.until('the film plays', () => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
  });

  test.each([390, 768])('the cover of an ocean is wholly visible, %i px wide', async (width) => {
    const reader = await engineSite.newReader();
    await reader.enter();
    await reader.resize({ width, height: 844 });
    await reader.open('/oceans/1');
    const hidden = await reader.until('the cover has loaded', () => {
      const frame = document.querySelector('[data-part=hero-cover]');
      const picture = frame?.querySelector('img');
      if (!frame || !picture?.complete) return undefined;
      return { px: picture.getBoundingClientRect().bottom - frame.getBoundingClientRect().bottom };
    });
    expect(Math.abs(hidden.px)).toBeLessThan(1);
  });

  test('values that a form shows after a reload stay when more of it is filled in', async () => {
    const reader = await engineSite.newReader();
    await reader.enter();
    await reader.open('/letter');
    await reader.fill(/email/i, 'reloaded@example.org');
    await reader.tab.evaluate(choose, 0, 4);
    await reader.reload();
    const shown = await reader.tab.evaluate(contents);
    if (engineSite.engine === 'firefox') expect(shown[0]).toBe('reloaded@example.org');
    await reader.tab.evaluate(choose, 1, 20);
    const later = await reader.tab.evaluate(contents);
    expect(later.slice(0, 2)).toEqual(shown.slice(0, 2));
    expect(later[2]).toBe(20);
  });
}

/** Chooses an option of the page's nth list, as a person does. */
function choose(list: number, option: number): void {
  const select = document.querySelectorAll('main select')[list] as HTMLSelectElement;
  select.selectedIndex = option;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Values of the address field and of the lists. */
const contents = () => [
  document.querySelector<HTMLInputElement>('main input[type=email]')?.value,
  ...[...document.querySelectorAll<HTMLSelectElement>('main select')].map((list) => list.selectedIndex),
];
