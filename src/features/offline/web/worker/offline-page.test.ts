import { expect, test } from 'vitest';
import type { Kept } from '../store/kept.ts';
import { offlineWords } from './offline-page.ts';

const NOW = Date.parse('2026-11-23T08:00:00Z');
const lesson = { id: 5, title: 'Rain & <b>Counts</b>', cover: '/covers/droplet/"rain".svg' };
const kept: Kept = {
  owner: null,
  confirmedAt: NOW,
  items: [
    {
      kind: 'wave',
      id: 3,
      title: 'A wave',
      cover: '/covers/wave/a.svg',
      lessons: [lesson],
      bytes: 1,
      files: [],
      stamp: '',
    },
    {
      kind: 'droplet',
      id: 5,
      title: 'The same droplet',
      cover: '/covers/wave/a.svg',
      lessons: [lesson],
      bytes: 1,
      files: [],
      stamp: '',
    },
  ],
  own: [],
  code: [],
};

test('kept lessons are listed once, with their texts escaped', () => {
  const { title, text, list } = offlineWords(kept, NOW);
  expect(title).toBe('You are offline');
  expect(text).toBe('One lesson is on this device. The rest comes back with the connection.');
  expect(list.match(/<li>/g)).toHaveLength(1);
  expect(list).toContain('href="/droplets/5"');
  expect(list).toContain('Rain &#38; &#60;b&#62;Counts&#60;/b&#62;');
  expect(list).toContain('src="/covers/droplet/&#34;rain&#34;.svg"');
});

test('after seven days nothing is listed', () => {
  const { title, list } = offlineWords(kept, NOW + 8 * 24 * 60 * 60 * 1000);
  expect(title).toBe('Connect once to go on');
  expect(list).toBe('');
});

test('without kept lessons the page says that it opens by itself', () => {
  expect(offlineWords(null).list).toBe('');
  expect(offlineWords(null).text).toContain('opens by itself');
});
