import { expect, test } from 'vitest';
import { foundText } from './found-text.ts';

test.each([
  [[], false, ''],
  [[null], false, 'Captions found.'],
  [[null], true, 'Captions and a picture found.'],
  [[], true, 'A picture found.'],
  [[null, 'es'], false, 'Captions in English and Español found.'],
  [['de', 'es', 'pt-BR'], true, 'Captions in Deutsch, Español, and Português (Brasil), and a picture found.'],
])('captions in %j, a picture: %s', (languages, hasPicture, text) => {
  expect(
    foundText(
      languages.map((language) => ({ language })),
      hasPicture,
    ),
  ).toBe(text);
});
