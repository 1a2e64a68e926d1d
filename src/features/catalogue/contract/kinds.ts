import { z } from 'zod';

export const ItemType = z.enum(['ocean', 'wave', 'droplet']);
export type ItemType = z.infer<typeof ItemType>;

export const PARENT_TYPE = { ocean: null, wave: 'ocean', droplet: 'wave' } as const;

export const AccessType = z.enum(['free', 'premium'], 'Must be free or premium');
/** Oceans and waves may carry an introduction. */
export const IntroMediaType = z.enum(['none', 'video', 'audio'], 'Must be none, video or audio');
export const DropletMediaType = z.enum(
  ['video', 'audio', 'text', 'image', 'interactive'],
  'Must be video, audio, text, image or interactive',
);
