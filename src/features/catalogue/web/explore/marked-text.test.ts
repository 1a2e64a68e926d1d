import { expect, test } from 'vitest';
import { splitAtWords } from './marked-text.tsx';

const marks = (text: string, ...words: string[]) =>
  splitAtWords(text, new Set(words))
    .map(({ part, marked }) => (marked ? `[${part}]` : part))
    .join('');

test.each([
  ['Wait for the Kettle', ['kettle'], 'Wait for the [Kettle]'],
  ['Kettle, kettles and KETTLE', ['kettle'], '[Kettle], kettles and [KETTLE]'],
  ['Don’t solve it', ['don’t'], '[Don’t] solve it'],
  ['Ein Café', ['café'], 'Ein [Café]'],
  ['No match', [], 'No match'],
  ['<b>bold</b>', ['b'], '<[b]>bold</[b]>'],
])('%s with %j marked is %s', (text, words, shown) => {
  expect(marks(text, ...words)).toBe(shown);
});
