import { openAsBlob } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { UPLOAD_KINDS, type UploadKind } from '../shared/upload-kinds.ts';
import { type Mp4Track, readMp4Tracks } from './mp4-tracks.ts';
import { refuseFile } from './refuse-file.ts';
import { findVttProblem } from './webvtt.ts';

/** What a file is, as its content tells. */
export interface FileFacts {
  extension: string;
  contentType: string;
  width: number | null;
  height: number | null;
}

const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif', 'image/apng'];
const MP4 = ['video/mp4', 'video/x-m4v', 'audio/x-m4a', 'audio/mp4'];
/** Sounds that stand for themselves: [what their content says, how they are kept]. */
const SOUNDS: Record<string, [extension: string, contentType: string]> = {
  'audio/mpeg': ['mp3', 'audio/mpeg'],
  'audio/aac': ['aac', 'audio/aac'],
  'audio/ogg': ['ogg', 'audio/ogg'],
  'audio/ogg; codecs=opus': ['ogg', 'audio/ogg'],
  'audio/wav': ['wav', 'audio/wav'],
  'audio/flac': ['flac', 'audio/flac'],
};
const CODECS: Record<'vide' | 'soun', string[]> = {
  vide: ['avc1', 'avc3', 'vp09', 'av01'],
  soun: ['mp4a', 'Opus', 'fLaC', '.mp3'],
};
const CODEC_NAMES: Record<string, string> = {
  hvc1: 'HEVC (H.265)',
  hev1: 'HEVC (H.265)',
  mp4v: 'MPEG-4 Part 2',
  'ac-3': 'Dolby AC-3',
  'ec-3': 'Dolby E-AC-3',
  encv: 'a protected (DRM) format',
};

/** Looks into a file that was uploaded as `kind`; throws what is wrong with it. Its name decides nothing. */
export async function inspectFile(kind: UploadKind, path: string): Promise<FileFacts> {
  if (kind === 'captions') return inspectCaptions(path);
  // Loaded with the first upload: it takes memory that most nodes never need.
  const { fileTypeFromBlob } = await import('file-type');
  const found = (await fileTypeFromBlob(await openAsBlob(path)))?.mime as string | undefined;
  const head = await firstBytes(path, 1024 * 1024);
  if (head.length === 0) throw refuseFile('This file is empty.');
  const unfit = () => {
    const { noun, wanted } = UPLOAD_KINDS[kind];
    const article = noun.startsWith('a') ? 'an' : 'a';
    return refuseFile(
      `This file is not ${article} ${noun} that can be used: ${nameOf(found, head)}. ${wanted}`,
    );
  };
  if (kind === 'image') {
    if (!found || !PICTURES.includes(found)) throw unfit();
    // Pictures are made anew from it; what they are is known then.
    return { extension: 'webp', contentType: 'image/webp', width: null, height: null };
  }
  if (found && MP4.includes(found)) return inspectMp4(kind, path);
  if (found === 'video/webm') return inspectWebm(kind, head);
  const sound = kind === 'audio' && found ? SOUNDS[found] : undefined;
  if (sound) return { extension: sound[0], contentType: sound[1], width: null, height: null };
  throw unfit();
}

async function inspectCaptions(path: string): Promise<FileFacts> {
  const problem = findVttProblem(await readFile(path));
  if (problem) throw refuseFile(problem);
  return { extension: 'vtt', contentType: 'text/vtt; charset=utf-8', width: null, height: null };
}

async function inspectMp4(kind: 'video' | 'audio', path: string): Promise<FileFacts> {
  const tracks = await readMp4Tracks(path);
  if (!tracks) throw refuseFile('This file is damaged or was cut off: it cannot be played.');
  const video = tracks.find(({ handler }) => handler === 'vide');
  assertKind(kind, video !== undefined);
  for (const track of tracks) assertPlayable(track, kind);
  if (!video && !tracks.some(({ handler }) => handler === 'soun'))
    throw refuseFile('There is nothing to play in this file.');
  return video
    ? { extension: 'mp4', contentType: 'video/mp4', width: video.width, height: video.height }
    : { extension: 'm4a', contentType: 'audio/mp4', width: null, height: null };
}

function assertPlayable({ handler, codec }: Mp4Track, kind: UploadKind): void {
  if (handler !== 'vide' && handler !== 'soun') return;
  if (CODECS[handler].includes(codec)) return;
  throw unplayable(CODEC_NAMES[codec] ?? codec.trim(), kind);
}

/** What stands in front of the name of a codec: the mark of the element, and the name's length (with a bit set). */
const WEBM_CODEC = /\x86[\x83-\xbf](?=[VA]_)/g;

/** The tracks stand in the first part of the file, with their codecs in plain letters. */
function inspectWebm(kind: 'video' | 'audio', head: Buffer): FileFacts {
  const text = head.toString('latin1');
  const codecs = [...text.matchAll(WEBM_CODEC)].map(({ index }) =>
    text.slice(index + 2, index + 2 + (text.charCodeAt(index + 1) & 0x7f)).replace(/\0+$/, ''),
  );
  const hasVideo = codecs.some((codec) => codec.startsWith('V_'));
  assertKind(kind, hasVideo);
  const strange = codecs.find((codec) => !/^(V_VP8|V_VP9|V_AV1|A_OPUS|A_VORBIS)$/.test(codec));
  if (strange) throw unplayable(strange.slice(2), kind);
  return { extension: 'webm', contentType: `${kind}/webm`, width: null, height: null };
}

function assertKind(kind: 'video' | 'audio', hasVideo: boolean): void {
  if (kind === 'video' && !hasVideo)
    throw refuseFile('There is only sound in this file. Upload it as audio.');
  if (kind === 'audio' && hasVideo) throw refuseFile('There is a video in this file. Upload it as a video.');
}

const unplayable = (codec: string, kind: UploadKind) =>
  refuseFile(`This file is in ${codec}, which not every browser plays. ${UPLOAD_KINDS[kind].wanted}`);

/** For people: what the content is. */
function nameOf(mime: string | undefined, head: Buffer): string {
  const text = head.toString('utf8', 0, 1000).trimStart().toLowerCase();
  if (/^(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*(<!doctype svg[^>]*>\s*)?<svg\b/s.test(text))
    return 'it is an SVG drawing, which may carry script';
  if (/^(<!--.*?-->\s*)*<(!doctype html|html|head|body|script)\b/s.test(text))
    return 'its content is a web page';
  if (mime === 'video/quicktime') return 'it is QuickTime (.mov)';
  if (mime === 'video/matroska') return 'it is Matroska (.mkv)';
  if (mime === 'video/ogg') return 'it is an Ogg video, which current browsers no longer play';
  return mime ? `its content is ${mime}` : 'its content is of no known kind';
}

async function firstBytes(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
