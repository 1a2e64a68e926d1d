/* Upload kinds for both halves: the browser refuses early, the server enforces. */

export type UploadKind = 'image' | 'video' | 'audio' | 'captions';

interface KindRules {
  /** Name for people. */
  noun: string;
  maxBytes: number;
  /** The size limit as text. */
  max: string;
  /** `accept` of the file chooser; the server checks the content. */
  accept: string;
  /** Advice about a file above the limit. */
  smaller: string;
}

const MB = 1024 * 1024;

export const UPLOAD_KINDS: Readonly<Record<UploadKind, KindRules>> = {
  image: {
    noun: 'image',
    maxBytes: 20 * MB,
    max: '20 MB',
    accept: 'image/png,image/jpeg,image/webp,image/avif,image/gif',
    smaller: 'Choose a smaller one.',
  },
  video: {
    noun: 'video',
    maxBytes: 2048 * MB,
    max: '2 GB',
    accept: 'video/*,.mp4,.m4v,.mov,.webm,.mkv,.avi,.mts,.3gp',
    smaller: 'Choose a shorter one, or cut it into parts.',
  },
  audio: {
    noun: 'audio file',
    maxBytes: 500 * MB,
    max: '500 MB',
    accept: 'audio/*,.mp3,.m4a,.aac,.ogg,.opus,.wav,.flac,.weba',
    smaller: 'Choose a shorter one, or cut it into parts.',
  },
  captions: {
    noun: 'captions file',
    maxBytes: MB,
    max: '1 MB',
    accept: '.vtt,.srt,text/vtt,application/x-subrip',
    smaller: 'Choose a smaller one.',
  },
};

export function tooLarge(kind: UploadKind): string {
  const { noun, max, smaller } = UPLOAD_KINDS[kind];
  return `This ${noun} is too large: at most ${max}. ${smaller}`;
}

export const EMPTY = 'This file is empty. Copy it again, or choose another one.';
