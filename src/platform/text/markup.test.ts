import { expect, test } from 'vitest';
import { escapeMarkup, toScriptJson } from './markup.ts';

test('a text is escaped in an element and in a quoted attribute', () => {
  expect(escapeMarkup(`<a title="Salt & 'sea'">`)).toBe(
    '&#60;a title=&#34;Salt &#38; &#39;sea&#39;&#34;&#62;',
  );
  expect(escapeMarkup('Wasser für später 🌊\n')).toBe('Wasser für später 🌊\n');
});

test('characters that XML forbids are left out', () => {
  expect(escapeMarkup('a\u0000b\u001fc\uffffd\ud83c')).toBe('abcd');
});

test('data in a script element cannot end the element', () => {
  const data = { text: '</script><!-- <script>' };
  expect(toScriptJson(data)).not.toContain('<');
  expect(JSON.parse(toScriptJson(data))).toEqual(data);
});
