import { expect, test } from 'vitest';
import { logoSource } from './logo-source.ts';

test.each([
  ['/logo.svg', null],
  ['https://cdn.example/logo.png', 'https://cdn.example/logo.png'],
  ['http://cdn.example/logo.png', 'http://cdn.example/logo.png'],
  ['data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
  ['our-logo.svg', '/assets/our-logo.svg'],
  ['/media/u/0123abcd-480.webp', '/media/u/0123abcd-480.webp'],
  ['/media/secret.webp', null],
  ['/media/u/../secret.webp', null],
  ['', null],
  ['httpfoo', null],
  ['httpx://cdn.example/logo.png', null],
  ['https://', null],
  ['../secret', null],
  ['javascript:alert(1)', null],
  ['data:text/html,<script>', null],
])('the logo setting %s is shown from %s', (value, source) => {
  expect(logoSource(value)).toBe(source);
});
