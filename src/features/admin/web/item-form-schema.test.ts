import { expect, test } from 'vitest';
import type { Item } from './content-kinds.ts';
import { differingFields, errorAt, itemResolver, newValues, valuesOf } from './item-form-schema.ts';

const ocean = {
  id: 1,
  slug: 'focus',
  title: 'Focus',
  description: 'Where attention goes.',
  imageUrl: null,
  mediaType: 'none',
  mediaUrl: null,
  captionsUrl: null,
  accessType: 'free',
  isPublished: true,
  keywords: ['calm', 'attention'],
  additionalResources: [],
} as unknown as Item;

const check = (kind: 'ocean' | 'wave' | 'droplet', change: object) =>
  itemResolver(kind)({ ...newValues(kind, 3), ...change }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });

test('a form for a new item begins with the defaults of the specification', () => {
  expect(newValues('wave', 3)).toMatchObject({
    accessType: 'premium',
    isPublished: false,
    duration: 20,
    oceanId: 3,
  });
  expect(newValues('droplet', 3)).toMatchObject({ duration: 1, mediaType: 'video', waveId: 3 });
});

test('every rule is told beside its field', async () => {
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

test('an ocean without a picture is edited with the drawn one, which is no change', () => {
  const values = valuesOf('ocean', ocean);
  expect(values).toMatchObject({ imageUrl: '/covers/ocean/focus.svg', keywords: 'calm, attention' });
  expect(differingFields('ocean', values, valuesOf('ocean', ocean))).toEqual([]);
});

test('two forms differ in the fields that the level has, and in no others', () => {
  const values = valuesOf('ocean', ocean);
  expect(differingFields('ocean', values, { ...values, title: 'Other', duration: 99, waveId: 4 })).toEqual([
    'title',
  ]);
});
