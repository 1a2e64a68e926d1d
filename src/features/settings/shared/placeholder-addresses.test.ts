import { expect, test } from 'vitest';
import { placeholderAddresses } from './placeholder-addresses.ts';

const found = (settings: Record<string, string>) =>
  placeholderAddresses(Object.entries(settings).map(([key, value]) => ({ key, value }))).map(
    ({ setting, address }) => [setting.key, address],
  );

test('the default contact address is a placeholder until it is set', () => {
  expect(found({})).toEqual([['contact.email', 'hello@stillwater.example']]);
  expect(found({ 'contact.email': 'us@quay.org' })).toEqual([]);
});

test.each([
  'me@example.org',
  'me@mail.example.com',
  'a@b.test',
  'x@localhost',
  'https://example.net',
  'http://our.invalid',
])('%s is a placeholder, also within a text', (address) => {
  expect(found({ 'contact.email': 'us@quay.org', 'terms.text': `Write to ${address}. Thanks` })).toEqual([
    ['terms.text', address],
  ]);
});

test('several placeholders are in the order of the text, each once', () => {
  const text = 'Write to a@b.test, me@example.org or a@b.test.';
  expect(found({ 'contact.email': 'us@quay.org', 'terms.text': text })).toEqual([
    ['terms.text', 'a@b.test'],
    ['terms.text', 'me@example.org'],
  ]);
});

test.each([
  'me@example.io',
  'me@test.quay.org',
  'https://testing.org',
  'https://localhost.quay.org',
  'example.org',
])('%s is no placeholder', (address) => {
  expect(found({ 'contact.email': address })).toEqual([]);
});
