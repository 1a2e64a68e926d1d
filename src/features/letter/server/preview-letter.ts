import type { Mail } from '#platform/mail/queue.ts';
import { composeLetter } from './compose-letter.ts';

/** Composes a letter about a fictional lesson, for the owner's preview. Its links have no effect. */
export const previewLetter = (texts: {
  site: string;
  line: string;
  address: string;
  publicUrl: string;
}): Mail =>
  composeLetter({
    ...texts,
    to: '',
    frequency: 'weekly',
    droplet: {
      id: 1,
      slug: 'doorway-breath',
      title: 'Doorway Breath',
      description: 'Each doorway is a reminder. Take one slow breath before you walk through.',
      mediaType: 'video',
      duration: 1,
    },
    picturePath: null,
    token: 'preview',
  });
