import { expect, test } from 'vitest';
import { stem } from '#platform/text/porter-stemmer.ts';
import { editsBetween, omissionsOfKnown, omissionsOfTyped } from './misspelling.ts';
import { BLOCK_SIZE, readPostings, writePostings } from './postings.ts';
import { wordsOf, wordsTyped } from './words.ts';

test.each([
  ['Wait—for the KETTLE!', ['wait', 'for', 'the', 'kettle']],
  ['Crème brûlée', ['creme', 'brulee']],
  ["don’t don't", ['dont', 'dont']],
  ['Łódź Straße İstanbul', ['lodz', 'strasse', 'istanbul']],
  ['ｆｕｌｌ ﬁne ①', ['full', 'fine', '1']],
  ['深呼吸', ['深呼', '呼吸', '吸']],
  ['iPhoneの朝', ['iphone', 'の朝', '朝']],
  ['깊은 호흡', ['깊은', '호흡']],
  ['𠮷野', ['𠮷野', '野']],
  ['sea 🌊 wave', ['sea', '🌊', 'wave']],
  ['% _ \\ * \u0000 \u202e', []],
])('the words of %s', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test('a query in a script without spaces consists of pairs', () => {
  expect(wordsTyped('深呼吸')).toEqual(['深呼', '呼吸']);
  expect(wordsTyped('吸')).toEqual(['吸']);
});

test('a word has a maximum length, and no letter is cut in two', () => {
  expect(wordsOf('x'.repeat(5000))).toEqual(['x'.repeat(40)]);
  expect(wordsOf('𐐨'.repeat(50))).toEqual(['𐐨'.repeat(40)]);
});

test.each([
  ['breathing breathes breathe breath', 'breath'],
  ['meditation meditate meditating meditates', 'medit'],
  ['waves wave waving', 'wave'],
  ['stillness still', 'still'],
  ['hopping hop', 'hop'],
  ['hoping hope', 'hope'],
  ['happy happiness', 'happi'],
  ['relational relate', 'relat'],
  ['agreed agree', 'agre'],
])('%s have one stem', (words, expected) => {
  for (const word of words.split(' ')) expect(stem(word), word).toBe(expected);
});

test.each([
  ['breath', 'breath', 0],
  ['breath', 'breth', 1],
  ['breath', 'braeth', 1],
  ['breath', 'beaht', 2],
  ['kitten', 'sitting', 3],
  ['𠮷野', '野', 1],
])('%s and %s are %i apart', (a, b, edits) => {
  expect(editsBetween(a, b)).toBe(edits);
  expect(editsBetween(b, a)).toBe(edits);
});

test('a mistyped word and the intended word share a key', () => {
  const word = 'meditation';
  const letters = Array.from(word);
  const typos = letters.flatMap((letter, n) => [
    letters.toSpliced(n, 1).join(''),
    letters.toSpliced(n, 0, 'q').join(''),
    letters.toSpliced(n, 1, 'q').join(''),
    letters.toSpliced(n, 2, letters[n + 1] ?? '', letter).join(''),
  ]);
  const known = new Set(omissionsOfKnown(word));
  for (const one of typos)
    for (const two of [one, `q${one}`, `${one}q`, one.slice(1), one.slice(0, -1)])
      if (Array.from(two).length >= 8 && editsBetween(two, word) <= 2)
        expect(
          omissionsOfTyped(two).some((key) => known.has(key)),
          two,
        ).toBe(true);
  expect(omissionsOfTyped('rib')).toEqual([]);
  expect(omissionsOfTyped('12345')).toEqual([]);
});

test('a block of the index preserves every part, sparse or dense', () => {
  for (const share of [0.001, 0.1, 0.124, 0.126, 0.5, 1]) {
    const positions = Uint8Array.from({ length: BLOCK_SIZE }, (_, n) =>
      (n * 7919) % BLOCK_SIZE < share * BLOCK_SIZE ? 1 + (n % 3) : 0,
    );
    const bytes = writePostings(positions) as Uint8Array;
    expect(bytes.length).toBeLessThanOrEqual(1024);
    const read = new Uint8Array(BLOCK_SIZE);
    readPostings(bytes, read);
    expect(read).toEqual(positions);
  }
  expect(writePostings(new Uint8Array(BLOCK_SIZE))).toBeUndefined();
});
