import { expect, test } from 'vitest';
import { addressHref, addressOfTab, readAddress } from './content-address.ts';

const at = (query: string) => readAddress(new URLSearchParams(query));

test('a content address survives the round trip through the URL', () => {
  for (const query of ['', '?tab=waves&ocean=3', '?tab=droplets&ocean=3&wave=7&edit=12', '?tab=signups'])
    expect(addressHref(at(query))).toBe(`/admin/content${query}`);
});

test('an invalid address is the list of oceans', () => {
  expect(at('tab=nothing&ocean=x&wave=-1&edit=1e3')).toEqual({
    tab: 'oceans',
    ocean: null,
    wave: null,
    edit: null,
  });
});

test('the Waves tab without an ocean selects the first ocean', () => {
  expect(addressOfTab('waves', at(''), [{ id: 4 }, { id: 2 }], [])).toMatchObject({ tab: 'waves', ocean: 4 });
  expect(addressOfTab('waves', at('ocean=2'), [{ id: 4 }, { id: 2 }], [])).toMatchObject({ ocean: 2 });
});

test('the Droplets tab without a wave selects the first wave', () => {
  const waves = [{ id: 9 }, { id: 8 }];
  expect(addressOfTab('droplets', at('tab=waves&ocean=2'), [{ id: 2 }], waves)).toMatchObject({ wave: 9 });
  expect(addressOfTab('droplets', at('ocean=2&wave=8'), [{ id: 2 }], waves)).toMatchObject({ wave: 8 });
});

test('the Oceans tab clears ocean, wave and edited item', () => {
  expect(addressHref(addressOfTab('oceans', at('tab=droplets&ocean=2&wave=8&edit=1'), [{ id: 2 }], []))).toBe(
    '/admin/content',
  );
});
