import { expect, test } from 'vitest';
import { interfaceTexts, looksLikeText } from './interface-texts.ts';
import { readTexts } from './read-texts.ts';

const textsOf = (source: string) => interfaceTexts('page.tsx', source).map(({ text }) => text);

test('an element that contains words is one text, including its inner elements', () => {
  expect(
    textsOf('const a = <p>Read the <Link href="/terms">Terms</Link> &amp;\n  stay, {name}.</p>;'),
  ).toEqual(['Read the Terms & stay, {name}.']);
});

test('words in attributes are texts; class names, addresses and ids are not', () => {
  expect(
    textsOf(
      `const a = <Field className="wide row" id="Name" href="/Terms here" label="Name" hint={'Take ' + ` +
        `n} />;`,
    ),
  ).toEqual(['Name', 'Take {n}']);
});

test('both ends of a condition are texts', () => {
  expect(textsOf("const a = <button>{busy ? 'One moment' : 'Save it'}</button>;")).toEqual([
    'One moment',
    'Save it',
  ]);
});

test('a sum of strings is one text', () => {
  expect(textsOf("send('Your access ends on ' + day + ', ' + `at noon.`);")).toEqual([
    'Your access ends on {day}, at noon.',
  ]);
});

test('keys, types, comparisons, imports, statements and log lines are no texts', () => {
  expect(
    textsOf(`
      import a from 'Some Package';
      type Mood = 'Very well';
      const titles = { 'Two Words': 1 };
      if (mood === 'Not well') switch (mood) { case 'Quite well': request.log.warn('not sent at all'); }
      db.prepare('select id from users');
      const sql = tag\`delete from users\`;
    `),
  ).toEqual([]);
});

test('a text’s line is its first line', () => {
  expect(interfaceTexts('page.ts', "\n\nconst title = 'Your Account';")).toEqual([
    { line: 3, text: 'Your Account' },
  ]);
});

test.each(['Cancel', 'One moment...', 'at most {max}', 'Don’t'])('“%s” looks like a text', (value) => {
  expect(looksLikeText(value)).toBe(true);
});

test.each([
  'wave',
  'ocean-card',
  'Escape',
  '{a} {b}',
  'waves.slug as wave',
  "script-src 'none'",
  'input, [popover]',
])('“%s” does not', (value) => {
  expect(looksLikeText(value)).toBe(false);
});

test('texts of pages, mails, errors and the offline page are found', () => {
  const found = new Set(readTexts().map(({ text }) => text));
  for (const text of ['Your Favorites', 'Confirm email', 'Please log in to continue.', 'Try Again'])
    expect(found).toContain(text);
});
