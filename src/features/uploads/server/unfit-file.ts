import type { UploadKind } from '../shared/upload-kinds.ts';
import { refuseFile } from './refuse-file.ts';

/* Messages about files that cannot be used: what the file is, and what to do next. */

export const NOTHING_TO_PLAY = 'This file contains no audio or video. Choose a film or a recording.';
export const DAMAGED =
  'This file is damaged or incomplete and cannot be played. ' +
  'Copy it from the phone or camera again, then choose it once more.';

export const PROTECTED =
  'This file is protected against copying (DRM), as bought films are, and cannot be prepared. ' +
  'Choose a recording without such a protection.';

type Media = Exclude<UploadKind, 'captions'>;

/** Advice where files are stored unconverted. inspect-file.ts accepts these formats. */
const CHOOSE_PLAYED: Readonly<Record<Media, string>> = {
  image: 'Choose a PNG, JPEG, WebP, AVIF or GIF image.',
  video: 'Choose an MP4 video with H.264 or AV1, or a WebM video.',
  audio: 'Choose an MP3, M4A, AAC, Ogg, WebM, WAV or FLAC file.',
};
/** Advice where ffmpeg prepares every film and sound. */
export const CHOOSE_ANY = {
  video: 'Choose a film, such as one that a phone recorded.',
  audio: 'Choose a recording, such as a voice memo or an MP3 file.',
} as const;

/** “High Efficiency” is the name of the newer formats in the camera settings of iPhones and of Android. */
const HIGH_EFFICIENCY = 'Or turn “High Efficiency” off in the phone’s camera settings and record again.';
const FROM_HEIC = 'On a phone, share or save the photo as JPEG.';

/** Returns the refusal of a file whose content does not match `kind`. */
export function unfit(
  kind: Media,
  found: string | undefined,
  head: Buffer,
  advice = found?.startsWith(`${kind}/`) ? adviceOn(kind, found) : CHOOSE_PLAYED[kind],
) {
  if (kind === 'video' && found?.startsWith('audio/')) return refuseFile(ONLY_AUDIO);
  const noun = { image: 'an image', video: 'a video', audio: 'audio' }[kind];
  const isPicture = kind !== 'image' && found?.startsWith('image/');
  const next = isPicture ? 'Upload it as an image.' : advice;
  return refuseFile(`This file cannot be used as ${noun}: ${nameOf(found, head)}. ${next}`);
}

/** Returns the refusal of a codec that some browsers do not play. */
export const unplayable = (codec: string, kind: 'video' | 'audio') =>
  refuseFile(`This file uses ${codec}, which some browsers cannot play. ${adviceOn(kind, codec)}`);

/** Returns advice about a file of the right kind in a format that this server does not accept. */
function adviceOn(kind: Media, format: string): string {
  if (kind === 'image') return /hei[cf]/.test(format) ? FROM_HEIC : CHOOSE_PLAYED.image;
  const phone = format.startsWith('HEVC') ? ` ${HIGH_EFFICIENCY}` : '';
  const noun = kind === 'video' ? 'film' : 'recording';
  const install = `With ffmpeg on the server any ${noun} fits; the operations guide says how to install it.`;
  return `${CHOOSE_PLAYED[kind]}${phone} ${install}`;
}

const ONLY_AUDIO = 'This file contains only audio. Upload it as audio.';

/** Throws 400 for sound sent as video, and for video sent as sound. */
export function assertKind(kind: 'video' | 'audio', hasVideo: boolean): void {
  if (kind === 'video' && !hasVideo) throw refuseFile(ONLY_AUDIO);
  if (kind === 'audio' && hasVideo) throw refuseFile('This file contains a video. Upload it as a video.');
}

/** Names the content for people. */
function nameOf(mime: string | undefined, head: Buffer): string {
  const text = afterProlog(head.toString('utf8', 0, 1000).toLowerCase());
  if (/^<(!doctype )?svg\b/.test(text)) return 'it is an SVG drawing, which can contain scripts';
  if (/^<(!doctype html|html|head|body|script)\b/.test(text)) return 'its content is a web page';
  if (mime === 'video/quicktime') return 'it is QuickTime (.mov)';
  if (mime === 'video/matroska') return 'it is Matroska (.mkv)';
  if (mime === 'video/ogg') return 'it is an Ogg video, which current browsers no longer play';
  if (/^image\/hei[cf]/.test(mime ?? '')) return 'it is a HEIC photo, which some browsers cannot show';
  return mime ? `its content is ${mime}` : 'its content is unknown';
}

/** Skips white space, comments and processing instructions, without nested repetition in a pattern. */
function afterProlog(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '>' : undefined;
    if (end === undefined) return rest;
    const index = rest.indexOf(end, end === '-->' ? 4 : 2);
    if (index < 0) return rest;
    rest = rest.slice(index + end.length).trimStart();
  }
}
