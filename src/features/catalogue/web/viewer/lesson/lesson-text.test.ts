import { expect, test } from 'vitest';
import { parseLesson } from './lesson-text.ts';

test('blank lines separate paragraphs, and a line break does not', () => {
  expect(parseLesson('One\nline.\n\n \nTwo.\r\n\r\nThree.\n')).toEqual([
    ['p', null, 'One line.'],
    ['p', null, 'Two.'],
    ['p', null, 'Three.'],
  ]);
});

test('lines that begin with a dash are a list, even without a blank line before', () => {
  expect(parseLesson('Try:\n- sit\n- breathe\n  slowly\n\n- again')).toEqual([
    ['p', null, 'Try:'],
    ['ul', null, ['li', null, 'sit'], ['li', null, 'breathe slowly']],
    ['ul', null, ['li', null, 'again']],
  ]);
});

test('a dash inside a sentence does not start a list', () => {
  expect(parseLesson('-5 degrees - cold')).toEqual([['p', null, '-5 degrees - cold']]);
});

test('a text of blank lines has no blocks', () => {
  expect(parseLesson('\n \n')).toEqual([]);
});
