import { expect, test } from 'vitest';
import { type RenderRequest, render } from './render.tsx';

/** Renders a page over an API whose responses are all empty. */
const rendered = (url: string, more: Partial<RenderRequest> = {}) =>
  render({
    url,
    publicUrl: 'http://localhost:3000',
    enteredByCookie: false,
    fetch: async () => Response.json({ message: 'Not found' }, { status: 404 }),
    assetsOf: () => ({ entry: '/entry.js', styles: [], scripts: [], fonts: [] }),
    ...more,
  });

test('an address that looks like another site’s is a path of this site, without an error', async () => {
  for (const url of ['//', '//[', '//elsewhere.example:99999/', '//elsewhere.example/about', 'http://x//'])
    expect(await rendered(url), url).toMatchObject({ complete: true });
  expect(await rendered('//elsewhere.example/about')).toMatchObject({ status: 404 });
  expect(await rendered('http://elsewhere.example/about')).toMatchObject({ status: 200 });
});

test('a cached page whose owner’s texts failed has their error status', async () => {
  const fetch = async () => Response.json({ code: 'database-busy', message: 'Busy' }, { status: 503 });
  for (const url of ['/', '/about', '/terms-privacy'])
    expect(await rendered(url, { signedIn: false, fetch }), url).toMatchObject({ status: 503 });
  // A page for one reader has the default texts, which the browser replaces.
  expect(await rendered('/', { fetch })).toMatchObject({ status: 200 });
});

test('an item’s address with an impossible id gets the not-found page', async () => {
  const headingOf = async (url: string) => {
    const page = await rendered(url, { enteredByCookie: true });
    return 'html' in page ? /<h1[^>]*>.*?<\/h1>/.exec(page.html)?.[0] : page;
  };
  const unknown = await headingOf('/nowhere');
  expect(unknown).toContain('</h1>');
  expect(await headingOf('/oceans/99999999999999999')).toBe(unknown);
});

test('content that failed to load does not show a loading text to readers without scripts', async () => {
  const fetch = async () => Response.json({ code: 'database-busy', message: 'Busy' }, { status: 503 });
  for (const url of [
    '/',
    '/app',
    '/accordion',
    '/tree',
    '/classic',
    '/explore',
    '/oceans/1',
    '/droplets/1',
  ]) {
    const page = await rendered(url, { enteredByCookie: true, fetch });
    expect('html' in page && page.html, url).toMatch(/<noscript><p>This part needs JavaScript\./);
  }
});
