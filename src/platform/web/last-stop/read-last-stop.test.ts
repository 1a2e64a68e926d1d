import { expect, test } from 'vitest';
import { parseStop } from './read-last-stop.ts';

test('a stored stop is the address of a page of this site', () => {
  const stop = { href: '/waves/5?droplet=12', label: 'Finish the Sentence, 3 of 8' };
  expect(parseStop(JSON.stringify(stop))).toEqual(stop);
});

test.each([
  null,
  '7',
  '"/app"',
  '{"href":"/app"}',
  '{"href":7,"label":"Seven"}',
  '{"href":"//elsewhere.example","label":"Elsewhere"}',
  '{"href":"javascript:alert(1)","label":"Script"}',
])('an invalid stop %s is ignored', (stored) => {
  expect(parseStop(stored)).toBeNull();
});
