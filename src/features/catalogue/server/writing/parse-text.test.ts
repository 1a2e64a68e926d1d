import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { expectLinearTime } from '#test/patterns/linear-time.ts';
import type { LessonNode } from '../../shared/lesson-node.ts';
import { elementsOf, makeParser, parseText, wordsOf } from './parse-text.ts';

/* CommonMark's own cases, and hostile texts. */

interface Case {
  number: number;
  markdown: string;
  html: string;
}
// The package has no types.
const spec = createRequire(import.meta.url)('commonmark-spec') as { tests: Case[] };
const cases: Case[] = spec.tests.map(({ number, markdown, html }) => ({
  number,
  markdown: markdown.replaceAll('→', '\t'),
  html: html.replaceAll('→', '\t'),
}));

/**
 * Removes differences without meaning, such as line breaks between elements. Headings begin at level 2 here.
 */
const plain = (html: string) =>
  html
    .replace(/\n*(<\/?(?:p|ul|ol|li|blockquote|h[1-6]|pre|hr|br)\b[^>]*>)\n*/g, '$1')
    .replace(/(<\/?)h1\b/g, '$1h2')
    .replace(/<(img|br|hr)([^>]*?) ?\/?>/g, '<$1$2>')
    .replace(/<code class="[^"]*">/g, '<code>');

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const toHtml = (nodes: readonly LessonNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return escaped(node);
      const [tag, attributes, ...parts] = node;
      const shown = Object.entries(attributes ?? {}).filter(([key]) =>
        ['href', 'src', 'alt', 'title', 'start'].includes(key),
      );
      const list = shown.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('');
      return ['img', 'br', 'hr'].includes(tag)
        ? `<${tag}${list}>`
        : `<${tag}${list}>${toHtml(parts)}</${tag}>`;
    })
    .join('');

test('the parser passes the cases of CommonMark, raw HTML among them', () => {
  const parser = makeParser(() => true).set({ html: true });
  const failed = cases.filter(({ markdown, html }) => plain(parser.render(markdown)) !== plain(html));
  expect(cases.length).toBeGreaterThan(600);
  expect(failed.map(({ number }) => number)).toEqual([]);
});

/** Excludes raw HTML and refused addresses, which this site parses differently. */
const isComparable = ({ markdown, html }: Case) =>
  !/<(?!\/?(?:p|ul|ol|li|blockquote|h[1-6]|pre|code|hr|br|em|strong|a|img)\b)/.test(html) &&
  !/<(img|a)[^>]*\b(src)="(?!\/|https:)/.test(html) &&
  makeParser().set({ html: true }).parse(markdown, {}).every(isWithoutHtml);

type Token = ReturnType<ReturnType<typeof makeParser>['parse']>[number];
const isWithoutHtml = (token: Token): boolean =>
  !token.type.startsWith('html') && (token.children ?? []).every(isWithoutHtml);

test('the parts of a text are those of CommonMark', () => {
  const compared = cases.filter(isComparable);
  const parser = makeParser(() => true);
  const failed = compared.filter(
    ({ markdown, html }) => plain(toHtml(parseText(markdown, parser))) !== plain(html),
  );
  expect(compared.length).toBeGreaterThan(530);
  expect(failed.map(({ number }) => number)).toEqual([]);
});

const HARMFUL = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'a <b onmouseover="alert(1)">b</b> c',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](java\nscript:alert(1))',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '[a](vbscript:x)',
  '[a](file:///etc/passwd)',
  '[a](//evil.example/a)',
  '[a](\\\\evil.example/a)',
  '[a](https://name:secret@evil.example/)',
  '![a](javascript:alert(1))',
  '![a](data:image/svg+xml;base64,PHN2Zz4=)',
  '![a](http://evil.example/a.png)',
  '<javascript:alert(1)>',
  '[a]\n\n[a]: javascript:alert(1)',
  '[a](/a "x" onclick="alert(1)")',
  '```"><script>\nx\n```',
];
const TAGS = new Set([
  ...['p', 'ul', 'ol', 'li', 'blockquote', 'em', 'strong', 'a', 'img', 'br', 'hr', 'code', 'pre'],
  ...['h2', 'h3', 'h4', 'h5', 'h6'],
]);
const ATTRIBUTES = new Set(
  ['href', 'title', 'target', 'rel', 'src', 'alt', 'srcSet', 'sizes', 'decoding'].concat('start'),
);

test('no text brings elements, attributes or addresses that are not allowed', () => {
  for (const source of [...HARMFUL, HARMFUL.join('\n\n'), ...cases.map(({ markdown }) => markdown)])
    for (const [tag, attributes] of elementsOf(parseText(source))) {
      expect(TAGS).toContain(tag);
      for (const [name, value] of Object.entries(attributes ?? {})) {
        expect(ATTRIBUTES).toContain(name);
        if (name === 'href') expect(value).toMatch(/^(https?:\/\/[^@]*$|\/(?![/\\])|mailto:|#|$)/i);
        if (name === 'src') expect(value).toMatch(/^(https:\/\/|\/(?![/\\]))/i);
      }
    }
});

test('raw HTML and refused links stay words', () => {
  expect(parseText('<b>x</b> [a](javascript:y)')).toEqual([['p', null, '<b>x</b> [a](javascript:y)']]);
});

test('a picture of this site has its sizes, and links leave the lesson open', () => {
  const hash = 'a'.repeat(32);
  const [picture, link] = elementsOf(
    parseText(`![Steam](/media/u/${hash}-960.webp) [more](https://example.org)`),
  ).slice(1);
  expect(picture).toMatchObject(['img', { alt: 'Steam', srcSet: expect.stringContaining('-480.webp 480w') }]);
  expect(link).toMatchObject([
    'a',
    { href: 'https://example.org', target: '_blank', rel: 'noopener' },
    'more',
  ]);
});

type OfLength = (length: number) => string;
const many =
  (part: string): OfLength =>
  (length) =>
    part.repeat(length / part.length);
/** Lines or runs of growing length. */
const growing =
  (part: (size: number) => string, between = ''): OfLength =>
  (length) =>
    Array.from({ length: Math.sqrt(2 * length) }, (_, size) => part(size)).join(between);

const HOSTILE: Record<string, OfLength> = {
  'nested brackets': (length) => `${'['.repeat(length / 2)}a${']'.repeat(length / 2)}`,
  'open brackets': many('['),
  'open pictures': many('![['),
  'nested emphasis': many('*a **a '),
  'crossed emphasis': many('*a_ '),
  'long runs': (length) => `a${many('**')(length)}b`,
  quotations: many('> '),
  'nested lists': growing((depth) => `${' '.repeat(depth)}- a`, '\n'),
  'backtick runs': growing((length) => `e${'`'.repeat(length)}`),
  'open links': many('[a](b'),
  'open destinations': many('[a](<b'),
  definitions: many('[a]: b\n'),
  comments: many('<!--'),
  entities: many('&#'),
  'hard breaks': many('a\\\n'),
};

test.each(Object.entries(HOSTILE))('%s are parsed in linear time', (_, textOf) => {
  expectLinearTime((length) => {
    const nodes = parseText(textOf(length));
    wordsOf(nodes);
    elementsOf(nodes);
  }, 100_000);
});
