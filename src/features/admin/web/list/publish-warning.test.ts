import { expect, test } from 'vitest';
import { publishWarning } from './publish-warning.ts';

test('nothing is said where readers see what is published', () => {
  expect(publishWarning('wave', 1, { underDraft: 0, onlyDrafts: 0 })).toBe('');
});

test('an item under a draft, or with only drafts in it, is warned about', () => {
  expect(publishWarning('wave', 1, { underDraft: 1, onlyDrafts: 1 })).toBe(
    'Its ocean is a draft, so readers cannot see this wave yet. ' +
      'All of its droplets are drafts, so readers will find this wave empty.',
  );
  expect(publishWarning('droplet', 1, { underDraft: 1, onlyDrafts: 0 })).toBe(
    'Its wave or ocean is a draft, so readers cannot see this droplet yet.',
  );
});

test('of several items, those that need a warning are counted', () => {
  expect(publishWarning('ocean', 3, { underDraft: 0, onlyDrafts: 2 })).toBe(
    'Readers will find 2 of these oceans empty: all waves in them are drafts.',
  );
  expect(publishWarning('droplet', 4, { underDraft: 4, onlyDrafts: 0 })).toBe(
    'Readers cannot see 4 of these droplets yet: the wave or ocean is a draft.',
  );
});
