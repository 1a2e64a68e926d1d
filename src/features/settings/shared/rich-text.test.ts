import { expect, test } from 'vitest';
import { PAGE_TEXTS } from './page-texts/page-texts.ts';
import { parseRichText, plainText } from './rich-text.ts';
import { richTextProblem } from './rich-text-problem.ts';

const NAMES = {
  title: 'Quay',
  email: 'us@quay.example',
  price: '$20.00 USD per month',
  period: 'month',
};
const parse = (text: string) => parseRichText(text, NAMES);
const text = (words: string) => ({ is: 'text', text: words });

test('paragraphs, headings and lists are blocks', () => {
  expect(parse('## One\nA line\nand more.\n\nNext\n\n- a\n- b\n  goes on\n### Two')).toEqual([
    { is: 'heading', smaller: false, content: [text('One')] },
    { is: 'paragraph', content: [text('A line and more.')] },
    { is: 'paragraph', content: [text('Next')] },
    { is: 'list', items: [[text('a')], [text('b goes on')]] },
    { is: 'heading', smaller: true, content: [text('Two')] },
  ]);
});

test('a list of bold words with explanations is a list of terms', () => {
  expect(parse('- **Play**: Try.\n- **Growth**: Learn.')).toEqual([
    {
      is: 'terms',
      items: [
        { term: 'Play', content: [text('Try.')] },
        { term: 'Growth', content: [text('Learn.')] },
      ],
    },
  ]);
});

test('bold, code, links and names stand within a line', () => {
  expect(parse('At **{title}** see [us](/about), `x` or {email}. {title}!')).toEqual([
    {
      is: 'paragraph',
      content: [
        text('At '),
        { is: 'bold', text: 'Quay' },
        text(' see '),
        { is: 'link', text: 'us', href: '/about' },
        text(', '),
        { is: 'code', text: 'x' },
        text(' or '),
        { is: 'link', text: 'us@quay.example', href: 'mailto:us@quay.example' },
        text('. '),
        text('Quay'),
        text('!'),
      ],
    },
  ]);
});

test('names stand within bold words, links and terms too', () => {
  expect(parse('It is **{price}**. [Write to {title}](mailto:{email})\n- **{period}**: {price}')).toEqual([
    {
      is: 'paragraph',
      content: [
        text('It is '),
        { is: 'bold', text: '$20.00 USD per month' },
        text('. '),
        { is: 'link', text: 'Write to Quay', href: 'mailto:us@quay.example' },
      ],
    },
    { is: 'terms', items: [{ term: 'month', content: [text('$20.00 USD per month')] }] },
  ]);
});

test.each([
  '<script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '[x](JavaScript:alert)',
  '[x](data:text/html,x)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
])('%s is no link and no HTML', (evil) => {
  expect(JSON.stringify(parse(evil))).not.toContain('"link"');
});

test.each([
  ['[x](javascript:alert)', 'does not work'],
  ['[x](two words)', 'does not work'],
  ['Hello {name}', '“{name}” is not known. Use {title}, {email}, {price} or {period}.'],
])('%s has a problem', (markup, problem) => {
  expect(richTextProblem(markup)).toContain(problem);
});

test('every default text is without problems', () => {
  for (const [key, markup] of Object.entries(PAGE_TEXTS)) {
    expect(richTextProblem(markup), key).toBeUndefined();
    expect(markup, key).not.toMatch(/\S\n(?!\n|- |## )/);
  }
});

test('a description has no markup', () => {
  expect(plainText('{title} is **here**', NAMES)).toBe('Quay is here');
});

test('long texts of open markup are read in linear time', () => {
  for (const piece of ['**', '[', '`', '[a](', '{', '- **'])
    expect(parse(piece.repeat(20_000)).length).toBeGreaterThan(0);
});
