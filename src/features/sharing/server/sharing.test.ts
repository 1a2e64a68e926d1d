import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { aDroplet, anOcean, aWave, insertOceans, PREMIUM } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { PUBLIC_URL, type TestApi } from '#test/test-api.ts';
import { headMetadata } from './head-metadata.ts';

/** A title and a description that would break out of an attribute, an element or a script. */
const HOSTILE = {
  title: `Tom & Jerry's "<b>quay</b>"</script><script>alert(1)</script>`,
  description: `A line with "quotes", <i>markup</i> & ]]> and </script><!-- <script>.`,
  imageAlt: `A "quay" & <b>boats</b></script>`,
};

/**
 * A published ocean (1) with a wave (1) of four droplets: a free film, a premium one, a draft and a hostile
 * sound; and a draft of an ocean (2) with a published wave (2) and droplet (5).
 */
async function insertShared({ database: { db } }: TestApi): Promise<void> {
  await insertOceans(db, [
    anOcean({
      title: 'Focus',
      slug: 'focus',
      waves: [
        aWave({
          title: 'One Thing',
          slug: 'one-thing',
          mediaType: 'video',
          droplets: [
            aDroplet({ title: 'Finish the Sentence', slug: 'finish-the-sentence', keywords: ['calm'] }),
            aDroplet({ ...PREMIUM, title: 'For Subscribers', slug: '海' }),
            aDroplet({ title: 'Unfinished', slug: 'unfinished', isPublished: false }),
            aDroplet({ ...HOSTILE, slug: 'tom', mediaType: 'audio' }),
          ],
        }),
      ],
    }),
    anOcean({
      title: 'Unfinished too',
      isPublished: false,
      waves: [aWave({ droplets: [aDroplet({ title: 'Unfinished as well' })] })],
    }),
  ]);
  await changeCatalogue(db, async () => {});
}

const its = setUpApi();
beforeAll(async () => {
  await insertShared(its);
});

const get = (path: string) => its.visitor().get(path);
const headOf = (path: string) => headMetadata(its.database.db, PUBLIC_URL, path);

/** Reads the schema of sitemaps.org. The schema of an index is the same with other names. */
async function sitemapSchema(of: 'urlset' | 'sitemapindex'): Promise<string> {
  const packaged = dirname(createRequire(import.meta.url).resolve('sitemap/package.json'));
  const schema = await readFile(join(packaged, 'schema/sitemap.xsd'), 'utf8');
  return of === 'urlset'
    ? schema
    : schema.replace('name="urlset"', 'name="sitemapindex"').replace('name="url"', 'name="sitemap"');
}

async function problemsOf(xml: string, schema: string) {
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'file.xml', contents: xml }],
    schema: [{ fileName: 'schema.xsd', contents: schema }],
  });
  return valid ? [] : errors.map(({ message }) => message);
}

const addressesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);

test('the sitemap’s index and parts are valid and list published items only', async () => {
  const index = await get('/sitemap.xml');
  expect(index.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(await problemsOf(index.text, await sitemapSchema('sitemapindex'))).toEqual([]);
  const parts = addressesIn(index.text);
  expect(parts).toEqual(
    ['pages', 'oceans-1', 'waves-1', 'droplets-1'].map((name) => `${PUBLIC_URL}/sitemap-${name}.xml`),
  );
  const listed: unknown[] = [];
  for (const part of parts) {
    const { text } = await get(String(part).slice(PUBLIC_URL.length));
    expect(await problemsOf(text, await sitemapSchema('urlset')), part).toEqual([]);
    listed.push(...addressesIn(text));
  }
  expect(listed).toEqual(
    [
      '/',
      '/about',
      '/contact',
      '/terms-privacy',
      '/oceans/1-focus',
      '/waves/1-one-thing',
      '/droplets/1-finish-the-sentence',
      '/droplets/2-%E6%B5%B7',
      '/droplets/4-tom',
    ].map((path) => PUBLIC_URL + path),
  );
  for (const name of ['droplets-2', 'droplets-0', 'drafts-1', 'pages-1'])
    expect((await get(`/sitemap-${name}.xml`)).status, name).toBe(404);
});

test('robots.txt allows everything but pages about the reader, and names the sitemap', async () => {
  const { text, headers } = await get('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
  expect(text).not.toMatch(/^Disallow: \/$/m);
});

test('the feed is well-formed and has new droplets first, without drafts or what is premium', async () => {
  const { text, headers } = await get('/feed.xml');
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  const { valid } = await validateXML({
    xml: [{ fileName: 'feed.xml', contents: text }],
    normalization: 'format',
  });
  expect(valid).toBe(true);
  expect([...text.matchAll(/<entry><id>([^<]*)<\/id>/g)].map(([, id]) => id)).toEqual(
    [4, 2, 1].map((id) => `${PUBLIC_URL}/droplets/${id}`),
  );
  expect(text).not.toContain('secret');
  expect(text).not.toContain('Unfinished');
});

test('a shared link shows everybody the same: published items, and of premium ones no media', async () => {
  const admin = await its.signedIn('admin');
  for (const reader of [its.visitor(), admin]) {
    const locked = await reader.get('/api/shared/droplet/2');
    expect(locked.body).toEqual({
      kind: 'droplet',
      id: 2,
      slug: '海',
      title: 'For Subscribers',
      description: expect.any(String),
      imageUrl: null,
      imageAlt: null,
      duration: 1,
      locked: true,
      within: ['Focus', 'One Thing'],
    });
    for (const path of ['droplet/3', 'ocean/2', 'wave/2', 'droplet/5', 'droplet/99', 'film/1', 'wave/x'])
      expect((await reader.get(`/api/shared/${path}`)).status, path).toBe(404);
  }
});

test('the head of an item’s page holds no draft, nothing premium, and no way out of its markup', async () => {
  expect(await headOf('/droplets/2')).toContain('"isAccessibleForFree":false');
  expect(await headOf('/droplets/2')).not.toContain('secret');
  for (const path of ['/droplets/3', '/oceans/2', '/waves/2?droplet=5', '/about'])
    expect(await headOf(path), path).not.toContain('og:');
  const head = await headOf('/waves/1?droplet=4');
  // The only elements are the site's own: no text has become one.
  expect(head.match(/<[^ >]*/g)?.filter((element) => !/^<(meta|link)$/.test(element))).toEqual([
    '<script',
    '</script',
  ]);
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head)?.[1] ?? '';
  expect(JSON.parse(json)['@graph'][0]).toMatchObject({
    name: HOSTILE.title,
    description: HOSTILE.description,
  });
});

test('the head of an address with two slashes describes no item, and every address has a head', async () => {
  expect(await headOf('http://site/droplets/1')).toContain('og:title');
  for (const path of [
    '//',
    '///',
    '//?q',
    '/\\',
    '//:80',
    '//droplets/1',
    '//x/droplets/1',
    '/\\x/droplets/1',
  ])
    expect(await headOf(path), path).not.toContain('og:title');
});

test('structured data says what search engines ask of a film', async () => {
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await headOf('/droplets/1'))?.[1];
  const [resource, video, crumbs] = JSON.parse(json ?? '')['@graph'];
  const url = `${PUBLIC_URL}/droplets/1-finish-the-sentence`;
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(resource).toMatchObject({
    '@type': 'LearningResource',
    '@id': url,
    isAccessibleForFree: true,
    timeRequired: 'PT1M',
    isPartOf: { name: 'One Thing' },
    video: { '@id': video['@id'] },
  });
  expect(video).toMatchObject({
    '@type': 'VideoObject',
    name: 'Finish the Sentence',
    thumbnailUrl: expect.stringContaining('/previews/droplet/1-'),
    uploadDate: instant,
    duration: 'PT1M',
  });
  expect(crumbs.itemListElement.map(({ position, name }: never) => [position, name])).toEqual([
    [1, 'Focus'],
    [2, 'One Thing'],
    [3, 'Finish the Sentence'],
  ]);
});

test.each(['/waves/1', '/droplets/4'])(
  'structured data of %s, which is no film, names none',
  async (path) => {
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await headOf(path))?.[1];
    const graph: { '@type': string }[] = JSON.parse(json ?? '')['@graph'];
    expect(graph.map((node) => node['@type'])).toEqual(['LearningResource', 'BreadcrumbList']);
  },
);

test('oEmbed describes items of this site, and respects the size that a consumer has room for', async () => {
  const embed = (url: string, more = '') => get(`/api/oembed?url=${encodeURIComponent(url)}${more}`);
  expect((await embed(`${PUBLIC_URL}/droplets/1-any`)).body).toMatchObject({
    version: '1.0',
    type: 'link',
    title: 'Finish the Sentence',
    provider_name: 'Stillwater',
    thumbnail_width: 1200,
  });
  expect((await embed(`${PUBLIC_URL}/oceans/1`, '&maxwidth=600')).body).not.toHaveProperty('thumbnail_url');
  const refused = [`${PUBLIC_URL}/droplets/3`, `${PUBLIC_URL}/about`, 'https://other.example/droplets/1'];
  for (const url of refused) expect((await embed(url)).status, url).toBe(404);
  expect((await embed('javascript:alert(1)')).status).toBe(404);
  expect((await embed('nonsense')).status).toBe(400);
  expect((await embed(`${PUBLIC_URL}/droplets/1`, '&format=xml')).status).toBe(501);
});

const pictureIn = (head: string) => /og:image" content="[^"]*?(\/previews\/[^"]*)"/.exec(head)?.[1] ?? '';

test('the preview is a PNG of 1200 by 630 at an address that never changes its content', async () => {
  for (const path of ['/oceans/1', '/droplets/1']) {
    const address = pictureIn(await headOf(path));
    const { statusCode, headers, rawPayload } = await its.app.inject(address);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': expect.stringMatching(/^public, max-age=31536000, s-maxage=300, .*immutable$/),
      'surrogate-key': 'media',
    });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    const old = address.replace(/[0-9a-f]{16}/, '0'.repeat(16));
    expect((await get(old)).headers.location).toBe(address);
  }
  const name = `${'0'.repeat(16)}.png`;
  for (const path of [`droplet/3-${name}`, `ocean/2-${name}`, `film/1-${name}`, 'droplet/1-0.png'])
    expect((await get(`/previews/${path}`)).status, path).toBe(404);
});

test('with sharing off nothing is described, and crawlers are refused', async () => {
  const admin = await its.signedIn('admin');
  const picture = pictureIn(await headOf('/droplets/1'));
  const setting = { key: 'site.sharing', value: 'of', category: 'general' };
  expect((await admin.post('/api/settings', setting)).status).toBe(400);
  expect((await admin.post('/api/settings', { ...setting, value: 'off' })).status).toBe(201);
  expect(await headOf('/droplets/1')).toBe('');
  expect((await get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
  const gone = [
    '/sitemap.xml',
    '/sitemap-droplets-1.xml',
    '/feed.xml',
    '/api/shared/droplet/1',
    `/api/oembed?url=${PUBLIC_URL}/droplets/1`,
    picture,
  ];
  for (const path of gone) expect((await get(path)).status, path).toBe(404);
  await admin.delete('/api/settings/site.sharing');
  expect((await get('/feed.xml')).status).toBe(200);
});
