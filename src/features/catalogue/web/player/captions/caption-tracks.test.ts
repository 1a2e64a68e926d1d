import { expect, test } from 'vitest';
import { tracksOf } from './caption-tracks.ts';

const es = { language: 'es', url: '/es.vtt' };
const none = { captionsUrl: null, captionsLanguage: null, furtherCaptions: [] };

test('an item’s own captions come first, without a language in that of the page', () => {
  expect(tracksOf({ ...none, captionsUrl: '/a.vtt', furtherCaptions: [es] }, 'en')).toEqual([
    { language: 'en', url: '/a.vtt' },
    es,
  ]);
  expect(
    tracksOf({ ...none, captionsUrl: '/a.vtt', captionsLanguage: 'es', furtherCaptions: [es] }, 'en'),
  ).toEqual([{ language: 'es', url: '/a.vtt' }]);
  expect(tracksOf({ ...none, furtherCaptions: [es] }, 'en')).toEqual([es]);
  expect(tracksOf(none, 'en')).toEqual([]);
});
