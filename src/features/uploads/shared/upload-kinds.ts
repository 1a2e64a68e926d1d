/* What may be uploaded, known to both halves: the browser refuses early, the server decides. */

export type UploadKind = 'image' | 'video' | 'audio' | 'captions';

interface KindRules {
  /** What people call it. */
  noun: string;
  maxBytes: number;
  /** The same for people. */
  max: string;
  /** What a file chooser offers; the server looks at the content alone. */
  accept: string;
  /** Said of what cannot be used. */
  wanted: string;
}

const MB = 1024 * 1024;

export const UPLOAD_KINDS: Readonly<Record<UploadKind, KindRules>> = {
  image: {
    noun: 'picture',
    maxBytes: 20 * MB,
    max: '20 MB',
    accept: 'image/png,image/jpeg,image/webp,image/avif,image/gif',
    wanted: 'Choose a PNG, JPEG, WebP, AVIF or GIF picture.',
  },
  video: {
    noun: 'video',
    maxBytes: 2048 * MB,
    max: '2 GB',
    accept: 'video/mp4,video/webm,.mp4,.m4v,.webm',
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
    accept: '.vtt,text/vtt',
    wanted: 'Choose a WebVTT file (.vtt).',
  },
};

export const tooLarge = (kind: UploadKind): string =>
  `This ${UPLOAD_KINDS[kind].noun} is too large: at most ${UPLOAD_KINDS[kind].max}.`;
