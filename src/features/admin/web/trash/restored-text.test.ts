import { expect, test } from 'vitest';
import { restoredText } from './restored-text.ts';

const ITEM = {
  type: 'ocean' as const,
  id: 1,
  title: 'Rest',
  waves: 0,
  droplets: 0,
  favorites: 0,
  newSlug: null,
  newSlugsBelow: 0,
  isLast: false,
};

test('a restored item is named with what came back', () => {
  expect(restoredText([{ ...ITEM, waves: 3, droplets: 1 }])).toEqual({
    title: 'Ocean restored',
    description: '“Rest” has been restored successfully, with 3 waves and 1 droplet.',
  });
});

test('changed slugs and positions are named', () => {
  const changed = { ...ITEM, newSlug: 'rest-2', newSlugsBelow: 1, isLast: true };
  expect(restoredText([changed]).description).toBe(
    '“Rest” has been restored successfully. Its slug was taken, so it is now “rest-2”. ' +
      '1 item below it got new slugs. Its position was taken, so it is the last one.',
  );
  expect(restoredText([{ ...ITEM, newSlugsBelow: 1 }, ITEM]).description).toContain('1 ocean got new slugs');
  expect(restoredText([changed, ITEM])).toEqual({
    title: 'Oceans restored',
    description:
      '2 oceans have been restored successfully. 1 ocean got new slugs, because theirs were taken. ' +
      '1 ocean went to the end of the list.',
  });
});
