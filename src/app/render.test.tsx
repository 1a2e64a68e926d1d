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

test('an address that looks like another site’s is a path here, and never a failure', async () => {
  for (const url of ['//', '//[', '//elsewhere.example:99999/', '//elsewhere.example/about', 'http://x//'])
    expect(await rendered(url), url).toMatchObject({ complete: true });
  expect(await rendered('//elsewhere.example/about')).toMatchObject({ status: 404 });
  expect(await rendered('http://elsewhere.example/about')).toMatchObject({ status: 200 });
});

test('a cached page without the owner’s texts has the status of their failure', async () => {
  const fetch = async () => Response.json({ code: 'database-busy', message: 'Busy' }, { status: 503 });
  for (const url of ['/', '/about', '/terms-privacy'])
    expect(await rendered(url, { signedIn: false, fetch }), url).toMatchObject({ status: 503 });
  // A page for one reader has the default texts, which the browser replaces.
  expect(await rendered('/', { fetch })).toMatchObject({ status: 200 });
});

test('an item with a number that no item can have is the page of unknown addresses', async () => {
  const headingOf = async (url: string) => {
    const page = await rendered(url, { enteredByCookie: true });
    return 'html' in page ? /<h1[^>]*>.*?<\/h1>/.exec(page.html)?.[0] : page;
  };
  const unknown = await headingOf('/nowhere');
  expect(unknown).toContain('</h1>');
  expect(await headingOf('/oceans/99999999999999999')).toBe(unknown);
});

test('what failed to load never says to a reader without scripts only that it loads', async () => {
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
