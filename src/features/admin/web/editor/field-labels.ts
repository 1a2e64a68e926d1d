import type { ItemValues } from './item-form-schema.ts';

/** Field labels, in a separate file because the audit log needs them without the form's zod schema. */
export const FIELD_LABELS: Record<keyof ItemValues, string> = {
  title: 'Title',
  description: 'Description',
  imageUrl: 'Image URL',
  imageAlt: 'Picture in words',
  mediaType: 'Media type',
  mediaUrl: 'Media URL',
  captionsUrl: 'Captions URL',
  captionsLanguage: 'Language of the captions',
  furtherCaptions: 'Captions in other languages',
  accessType: 'Access',
  isPublished: 'Published',
  isSample: 'Free sample',
  slug: 'Slug',
  keywords: 'Keywords',
  duration: 'Duration',
  oceanId: 'Ocean',
  waveId: 'Wave',
  additionalResources: 'Additional resources',
};
