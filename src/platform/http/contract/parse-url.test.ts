import { expect, test } from 'vitest';
import { parseUrl } from './parse-url.ts';

test('a URL is parsed, absolute or relative to a base; other texts give null', () => {
  expect(parseUrl('https://example.org/a?b=1#c')?.pathname).toBe('/a');
  expect(parseUrl('../up', 'https://example.org/a/b/')?.href).toBe('https://example.org/a/up');
  for (const broken of ['', '/a', 'https://', 'no url']) expect(parseUrl(broken)).toBeNull();
  expect(parseUrl('/a', 'nothing')).toBeNull();
});
