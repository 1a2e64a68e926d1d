import { expect, test } from 'vitest';
import { parseLesson } from './lesson-text.ts';

test('blank lines part the paragraphs, and a broken line is one paragraph', () => {
  expect(parseLesson('One\nline.\n\n \nTwo.\r\n\r\nThree.\n')).toEqual([
    { kind: 'paragraph', text: 'One line.' },
    { kind: 'paragraph', text: 'Two.' },
    { kind: 'paragraph', text: 'Three.' },
  ]);
});

test('lines that begin with a dash are a list, also right under a paragraph', () => {
  expect(parseLesson('Try:\n- sit\n- breathe\n  slowly\n\n- again')).toEqual([
    { kind: 'paragraph', text: 'Try:' },
    { kind: 'list', items: ['sit', 'breathe slowly'] },
    { kind: 'list', items: ['again'] },
  ]);
});

test('a dash inside a sentence makes no list', () => {
  expect(parseLesson('-5 degrees - cold')).toEqual([{ kind: 'paragraph', text: '-5 degrees - cold' }]);
});

test('nothing is nothing', () => {
  expect(parseLesson('\n \n')).toEqual([]);
});
