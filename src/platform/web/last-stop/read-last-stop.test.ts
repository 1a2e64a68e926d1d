import { expect, test } from 'vitest';
import { parsePlace } from './read-last-place.ts';

test('a stored place leads to a page of this site', () => {
  const place = { href: '/waves/5?droplet=12', label: 'Finish the Sentence, 3 of 8' };
  expect(parsePlace(JSON.stringify(place))).toEqual(place);
});

test.each([
  null,
  '7',
  '"/app"',
  '{"href":"/app"}',
  '{"href":7,"label":"Seven"}',
  '{"href":"//elsewhere.example","label":"Elsewhere"}',
  '{"href":"javascript:alert(1)","label":"Script"}',
])('a broken place %s leads nowhere', (stored) => {
  expect(parsePlace(stored)).toBeNull();
});
