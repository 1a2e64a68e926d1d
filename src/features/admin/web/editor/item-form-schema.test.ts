import { expect, test } from 'vitest';
import type { Item } from '../content/content-kinds.ts';
import { differingFields, errorAt, itemResolver, newValues, valuesOf } from './item-form-schema.ts';
import { withOwnPaths } from './own-addresses.ts';

const ocean = {
  id: 1,
  slug: 'focus',
  title: 'Focus',
  description: 'Where attention goes.',
  imageUrl: null,
  mediaType: 'none',
  mediaUrl: null,
  captionsUrl: null,
  captionsLanguage: null,
  furtherCaptions: [],
  accessType: 'free',
  isPublished: true,
  keywords: ['calm', 'attention'],
  additionalResources: [],
} as unknown as Item;

const PARENT = { id: 3, accessType: 'premium' } as const;

const check = (kind: 'ocean' | 'wave' | 'droplet', change: object) =>
  itemResolver(kind)({ ...newValues(kind, PARENT), ...change }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });

test('a new item has the defaults of the specification', () => {
  expect(newValues('wave', PARENT)).toMatchObject({
    accessType: 'premium',
    isPublished: false,
    duration: 20,
    oceanId: 3,
  });
  expect(newValues('droplet', PARENT)).toMatchObject({ duration: 1, mediaType: 'video', waveId: 3 });
});

test('a new item inherits its parent’s access', () => {
  expect(newValues('droplet', { id: 3, accessType: 'free' }).accessType).toBe('free');
  expect(newValues('ocean', undefined).accessType).toBe('premium');
});

test('every violated rule shows beside its field', async () => {
  const { errors } = await check('droplet', {
    title: 'ab',
    description: 'short',
    duration: 0,
    imageUrl: 'x',
  });
  expect(errorAt(errors, 'title')).toBe('Title must be at least 3 characters');
  expect(errorAt(errors, 'description')).toBe('Description must be at least 10 characters');
  expect(errorAt(errors, 'duration')).toBe('Duration must be at least 1 minute');
  expect(errorAt(errors, 'imageUrl')).toBe('Must be a valid URL');
  expect(errorAt(errors, 'mediaUrl')).toBe('Must be a valid URL');
});

test('an error inside a list is found by its path', async () => {
  const resource = { title: '', url: 'javascript:alert(1)', type: '', duration: null, size: '' };
  const { errors } = await check('ocean', { additionalResources: [resource] });
  expect(errorAt(errors, 'additionalResources.0.url')).toBe('Must be a valid URL');
  expect(errorAt(errors, 'additionalResources.0.title')).toBe('Title is required');
  expect(errorAt(errors, 'additionalResources.1.title')).toBeUndefined();
});

test('a keyword that is too long is named beside all of them', async () => {
  const { errors } = await check('ocean', { keywords: `calm, ${'sleep; '.repeat(8)}` });
  expect(errorAt(errors, 'keywords')).toBe('Keyword 2: Use at most 50 characters');
});

test('an ocean without a picture is edited with its drawn cover, without a change', () => {
  const values = valuesOf('ocean', ocean);
  expect(values).toMatchObject({ imageUrl: '/covers/ocean/focus.svg', keywords: 'calm, attention' });
  expect(differingFields('ocean', values, valuesOf('ocean', ocean))).toEqual([]);
});

test('only fields of the level count as differences', () => {
  const values = valuesOf('ocean', ocean);
  expect(differingFields('ocean', values, { ...values, title: 'Other', duration: 99, waveId: 4 })).toEqual([
    'title',
  ]);
});

const SITE = 'https://still.example';

test('full addresses of the site’s own media become paths; words and other addresses stay', () => {
  const full = `${SITE}/media/u/a-720.mp4`;
  const body = { title: full, mediaUrl: full, imageUrl: '/covers/a.svg', captionsUrl: null, version: 3 };
  const lists = {
    furtherCaptions: [{ language: 'es', url: 'HTTPS://STILL.example/media/u/a.vtt' }],
    additionalResources: [{ title: full, url: `${SITE}/waves/3`, size: null }],
    keywords: ['calm'],
  };
  expect(withOwnPaths({ ...body, ...lists }, SITE)).toEqual({
    ...body,
    ...lists,
    mediaUrl: '/media/u/a-720.mp4',
    furtherCaptions: [{ language: 'es', url: '/media/u/a.vtt' }],
  });
  expect(withOwnPaths({ mediaUrl: 'https://other.example/media/u/a.mp4' }, SITE)).toEqual({
    mediaUrl: 'https://other.example/media/u/a.mp4',
  });
});
