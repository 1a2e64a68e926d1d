import ogs from 'open-graph-scraper';
import { unfurl } from 'unfurl.js';
import { beforeAll, expect, test } from 'vitest';
import { demoIds } from '../support/demo-ids.ts';
import { alive } from '../support/open-site.ts';
import { PHONE } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';

const site = setUpSite();

let droplet = 0;
beforeAll(async () => {
  droplet = (await demoIds(site))['finish-the-sentence'] as number;
});

const slugged = () => `/droplets/${droplet}-finish-the-sentence`;
const htmlOf = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(site.url + path, { headers })).text();

test.each([
  ['a window', {}],
  ['a phone', PHONE],
])(
  'in %s, a shared link shows the item above the form and leads to it after the form',
  async (_, options) => {
    const page = await site.newPage(options);
    await page.goto(slugged());
    const section = page.locator('[data-part=landing-hero]');
    await section.getByRole('heading', { level: 1, name: 'Finish the Sentence' }).waitFor();
    await section.getByText('Focus / One Thing at a Time').waitFor();
    await section.getByText('When something interrupts, finish the sentence you are in').waitFor();
    expect(await section.locator('img').evaluate((image) => (image as HTMLImageElement).src)).toContain(
      '/covers/',
    );
    await alive(page);
    await section.getByRole('textbox', { name: /email/i }).fill(`link-${_.length}@example.org`);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: /^Play / }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Finish the Sentence' }).waitFor();
    expect(page.problems).toEqual([]);
  },
);

test('links to waves, oceans and lessons show them above the form; an unknown item is omitted', async () => {
  const page = await site.newPage();
  const headings = { '/oceans/1': 'Focus', '/waves/1-wrong': 'One Thing at a Time' };
  for (const [path, name] of Object.entries({
    ...headings,
    [`/waves/1?droplet=${droplet}`]: 'Finish the Sentence',
  })) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  }
  await page.goto('/oceans/99999');
  await page.getByRole('heading', { level: 1, name: 'Begin Your Learning Journey' }).waitFor();
  expect(page.problems).toEqual([]);
});

test('every spelling of an item’s address shows the same page and the same preview', async () => {
  const plain = await htmlOf(`/droplets/${droplet}`);
  expect(await htmlOf(slugged())).toBe(plain);
  expect(await htmlOf(`/droplets/${droplet}-anything`, { cookie: 'unknown=1' })).toBe(plain);
  expect(plain).toContain(`<link rel="canonical" href="${site.url}${slugged()}"/>`);
  const tags = (html: string) => html.match(/<meta property="og:[^>]*>/g);
  expect(tags(plain)).toHaveLength(10);
  expect(tags(await htmlOf(slugged(), { cookie: 'stillwater_entered=1' }))).toEqual(tags(plain));
  expect((await fetch(`${site.url}/droplets/${droplet}x`)).status).toBe(404);
});

test('programs that create previews read the title, the line, the picture and oEmbed', async () => {
  const { result } = await ogs({ html: await htmlOf(slugged()) });
  const picture = result.ogImage?.[0];
  expect(result).toMatchObject({
    ogTitle: 'Finish the Sentence',
    ogUrl: site.url + slugged(),
    ogSiteName: 'Stillwater',
    twitterCard: 'summary_large_image',
  });
  expect(result.ogDescription).toMatch(/^When something interrupts/);
  expect(picture).toMatchObject({ type: 'image/png', width: '1200', height: '630' });
  const file = await fetch(picture?.url ?? '');
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
  const preview = await unfurl(site.url + slugged());
  expect(preview).toMatchObject({
    title: 'Finish the Sentence — Stillwater',
    canonical_url: site.url + slugged(),
    open_graph: { title: 'Finish the Sentence' },
    oEmbed: { type: 'link', title: 'Finish the Sentence' },
  });
});

test('without JavaScript a visitor sees the item and the form', async () => {
  const page = await site.newPage({ javaScriptEnabled: false });
  await page.goto(slugged());
  await page.getByRole('heading', { level: 1, name: 'Finish the Sentence' }).waitFor();
  await page.getByRole('textbox', { name: /email/i }).waitFor();
});
