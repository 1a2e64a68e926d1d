/* Upload kinds for both halves: the browser refuses early, the server decides. */

export type UploadKind = 'image' | 'video' | 'audio' | 'captions';

interface KindRules {
  /** Name for people. */
  noun: string;
  maxBytes: number;
  /** The limit as text. */
  max: string;
  /** `accept` of the file chooser; the server checks the content. */
  accept: string;
  /** Error text for unusable files. */
  wanted: string;
}

const MB = 1024 * 1024;

export const UPLOAD_KINDS: Readonly<Record<UploadKind, KindRules>> = {
  image: {
    noun: 'image',
    maxBytes: 20 * MB,
    max: '20 MB',
    accept: 'image/png,image/jpeg,image/webp,image/avif,image/gif',
    wanted: 'Choose a PNG, JPEG, WebP, AVIF or GIF image.',
  },
  video: {
    noun: 'video',
    maxBytes: 2048 * MB,
    max: '2 GB',
    accept: 'video/*,.mp4,.m4v,.mov,.webm,.mkv,.avi,.mts,.3gp',
    wanted: 'Choose an MP4 video with H.264 or AV1, or a WebM video.',
  },
  audio: {
    noun: 'audio file',
    maxBytes: 500 * MB,
    max: '500 MB',
    accept: 'audio/*,.mp3,.m4a,.aac,.ogg,.opus,.wav,.flac,.weba',
    wanted: 'Choose an MP3, M4A, AAC, Ogg, WebM, WAV or FLAC file.',
  },
  captions: {
    noun: 'captions file',
    maxBytes: MB,
    max: '1 MB',
    accept: '.vtt,.srt,text/vtt,application/x-subrip',
    wanted: 'Choose a WebVTT (.vtt) or SubRip (.srt) file.',
  },
};

export const tooLarge = (kind: UploadKind): string =>
  `This ${UPLOAD_KINDS[kind].noun} is too large: at most ${UPLOAD_KINDS[kind].max}.`;
