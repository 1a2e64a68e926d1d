import { expect, test } from 'vitest';
import { settingTitle } from './setting-title.ts';
import { TEXT_GROUPS } from './text-groups.ts';

test.each([
  ['a text', 'hero.title', 'Landing: Headline, headline'],
  ['a part of a mail', 'mail.confirm-email.subject', 'Mail: Welcome, subject'],
  ['one with a page of its own', 'subscription.yearly-price', 'Yearly price'],
  ['one of the Settings page, by its key', 'site.logo', 'site.logo'],
  ['one that the site does not know, by its key', 'own.words', 'own.words'],
])('a setting is named as its screen names it: %s', (_, key, title) => {
  expect(settingTitle(key)).toBe(title);
});

test('no two texts have the same name', () => {
  const titles = TEXT_GROUPS.flatMap(({ fields }) => fields.map(({ key }) => settingTitle(key)));
  expect(new Set(titles).size).toBe(titles.length);
});
