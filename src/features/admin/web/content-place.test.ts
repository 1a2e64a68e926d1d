import { expect, test } from 'vitest';
import { placeHref, placeOfTab, readPlace } from './content-place.ts';

const at = (query: string) => readPlace(new URLSearchParams(query));

test('an address and the place that it names are the same thing', () => {
  for (const query of ['', '?tab=waves&ocean=3', '?tab=droplets&ocean=3&wave=7&edit=12', '?tab=signups'])
    expect(placeHref(at(query))).toBe(`/admin/content${query}`);
});

test('an address that makes no sense is the list of oceans', () => {
  expect(at('tab=nothing&ocean=x&wave=-1&edit=1e3')).toEqual({
    tab: 'oceans',
    ocean: null,
    wave: null,
    edit: null,
  });
});

test('waves without an ocean are those of the first one', () => {
  expect(placeOfTab('waves', at(''), [{ id: 4 }, { id: 2 }], [])).toMatchObject({ tab: 'waves', ocean: 4 });
  expect(placeOfTab('waves', at('ocean=2'), [{ id: 4 }, { id: 2 }], [])).toMatchObject({ ocean: 2 });
});

test('droplets without a wave are those of the first one', () => {
  const waves = [{ id: 9 }, { id: 8 }];
  expect(placeOfTab('droplets', at('tab=waves&ocean=2'), [{ id: 2 }], waves)).toMatchObject({ wave: 9 });
  expect(placeOfTab('droplets', at('ocean=2&wave=8'), [{ id: 2 }], waves)).toMatchObject({ wave: 8 });
});

test('the oceans forget ocean, wave and what was edited', () => {
  expect(placeHref(placeOfTab('oceans', at('tab=droplets&ocean=2&wave=8&edit=1'), [{ id: 2 }], []))).toBe(
    '/admin/content',
  );
});
