import { expect, test } from 'vitest';
import { render } from './render.tsx';

/** The pages over an API that answers nothing but that there is nothing. */
const rendered = (url: string) =>
  render({
    url,
    publicUrl: 'http://localhost:3000',
    enteredByCookie: false,
    fetch: async () => Response.json({ message: 'Not found' }, { status: 404 }),
    assetsOf: () => ({ entry: '/entry.js', styles: [], scripts: [], fonts: [] }),
  });

test('an address that looks like another site’s is a path here, and never a failure', async () => {
  for (const url of ['//', '//[', '//elsewhere.example:99999/', '//elsewhere.example/about', 'http://x//'])
    expect(await rendered(url), url).toMatchObject({ complete: true });
  expect(await rendered('//elsewhere.example/about')).toMatchObject({ status: 404 });
  expect(await rendered('http://elsewhere.example/about')).toMatchObject({ status: 200 });
});
