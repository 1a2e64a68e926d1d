import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

const shown = (details: Record<string, unknown>) =>
  changedFields({ details }).map(
    ({ label, difference: { start, before, after, end } }) => `${label}: ${start}[${before}|${after}]${end}`,
  );

test('changed fields show their old and new values', () => {
  expect(
    shown({
      before: { title: 'Rest', isPublished: false, keywords: ['calm'], mediaUrl: null, duration: 1 },
      after: {
        title: 'Rest well',
        isPublished: true,
        keywords: ['calm', 'sleep'],
        mediaUrl: '/a',
        duration: 2,
      },
    }),
  ).toEqual([
    'Title: [Rest|Rest well]',
    'Published: [No|Yes]',
    'Keywords: [calm|calm, sleep]',
    'Media URL: [|/a]',
    'Duration: [1|2]',
  ]);
});

test('a moved item shows the titles of its parents; older entries show their ids', () => {
  const moved = { before: { oceanId: 1 }, after: { oceanId: 2 } };
  expect(shown({ ...moved, parents: { before: 'Rest', after: 'Focus' } })).toEqual(['Ocean: [Rest|Focus]']);
  expect(shown(moved)).toEqual(['Ocean: [1|2]']);
});

test('a changed resource shows what is in it', () => {
  const resource = { title: 'Sheet', url: '/a', type: 'document', duration: null, size: '' };
  expect(
    shown({
      before: { additionalResources: [resource] },
      after: { additionalResources: [{ ...resource, url: '/b' }] },
    }),
  ).toEqual(['Additional resources: Sheet · [/a |/b ]· document']);
});

test('a created or deleted setting has values on one side; entries without values have no fields', () => {
  expect(shown({ after: { value: 'A', description: null } })).toEqual(['Value: [|A]']);
  expect(shown({ before: { value: 'A' } })).toEqual(['Value: [A|]']);
  expect(shown({})).toEqual([]);
  expect(shown({ slug: 'rest', copyOf: 3 })).toEqual([]);
});
