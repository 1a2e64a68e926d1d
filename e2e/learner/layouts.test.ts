import { expect, test } from 'vitest';
import { callsOf, entered } from '../support/entered.ts';
import { idle } from '../support/open-site.ts';
import { demoSite } from '../support/set-up-site.ts';

const site = demoSite();

test('every layout is complete HTML and hydrates without warnings or calls', async () => {
  const paths = {
    '/explore': 'Name the Next Small Thing',
    '/explore?q=kettle': 'Wait for the Kettle',
    '/explore?keyword=pause': 'Showing droplets tagged with',
    [`/accordion?ocean=${site.ids.breath}&wave=${site.ids['the-long-exhale']}`]: 'Hum It Out',
    '/tree': 'Finish the Sentence',
    '/classic': 'Learning Categories',
    [`/classic?ocean=${site.ids.focus}&wave=${site.ids['one-thing-at-a-time']}`]: 'Finish the Sentence',
  };
  for (const width of [390, 768, 1440]) {
    const page = await entered(site, { width });
    for (const [path, words] of Object.entries(paths)) {
      expect(await (await page.request.get(path)).text(), path).toContain(words);
      page.requested.length = 0;
      await page.goto(path);
      await idle(page);
      expect(callsOf(page), path).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${path} at ${width}`,
      ).toBe(true);
    }
    expect(page.problems).toEqual([]);
  }
});

test('the layouts show the landing page before a visitor has entered', async () => {
  const page = await site.newPage();
  for (const path of ['/explore', '/accordion', '/tree', '/classic'])
    expect(await (await page.request.get(path)).text(), path).toContain('Begin Your');
});
