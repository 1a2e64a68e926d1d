import { expect, test } from 'vitest';
import { kindOfName } from './kind-of-name.ts';

test.each([
  ['IMG_4471.MOV', 'video'],
  ['a.b.mp4', 'video'],
  ['sound.m4a', 'audio'],
  ['shore.JPG', 'image'],
  ['shore.jpeg', 'image'],
  ['words.en.vtt', 'captions'],
  ['notes.docx', null],
  ['drawing.svg', null],
  ['mp4', null],
  ['a.', null],
  ['a.*', null],
  ['README', null],
  ['', null],
])('the name %s promises the kind %s', (name, kind) => {
  expect(kindOfName(name)).toBe(kind);
});
