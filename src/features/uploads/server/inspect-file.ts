import { openAsBlob } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { EMPTY, type UploadKind } from '../shared/upload-kinds.ts';
import { readCaptions } from './captions/read-captions.ts';
import { type Mp4Track, readMp4Tracks } from './mp4/mp4-tracks.ts';
import { refuseFile } from './refuse-file.ts';
import { assertKind, CHOOSE_ANY, DAMAGED, NOTHING_TO_PLAY, unfit, unplayable } from './unfit-file.ts';

/** Properties of a file, found in its content. */
interface FileFacts {
  extension: string;
  contentType: string;
  width: number | null;
  height: number | null;
}

const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif', 'image/apng'];
const MP4 = ['video/mp4', 'video/x-m4v', 'audio/x-m4a', 'audio/mp4'];
/** Audio formats by detected type: extension and content type of the stored file. */
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

/**
 * Checks the content of a file that was uploaded as `kind`; ignores its name. Captions are converted
 * to plain WebVTT in the same file. Throws 400 with the problem.
 */
export async function inspectFile(kind: UploadKind, path: string): Promise<FileFacts> {
  if (kind === 'captions') return inspectCaptions(path);
  const { found, head } = await detect(path);
  if (kind === 'image') {
    if (!found || !PICTURES.includes(found)) throw unfit(kind, found, head);
    // makePictures re-encodes the file and finds its size.
    return { extension: 'webp', contentType: 'image/webp', width: null, height: null };
  }
  if (found && MP4.includes(found)) return inspectMp4(kind, path);
  if (found === 'video/webm') return inspectWebm(kind, head);
  const sound = kind === 'audio' && found ? SOUNDS[found] : undefined;
  if (sound) return { extension: sound[0], contentType: sound[1], width: null, height: null };
  throw unfit(kind, found, head);
}

/** Explains why a file is no film or sound that ffmpeg reads. */
export async function refuseUnreadable(kind: 'video' | 'audio', path: string) {
  const { found, head } = await detect(path);
  if (found && /^(video|audio)\//.test(found)) return refuseFile(DAMAGED);
  return unfit(kind, found, head, CHOOSE_ANY[kind]);
}

/** Detects a file's type by its content. Throws 400 when it is empty. */
async function detect(path: string): Promise<{ found: string | undefined; head: Buffer }> {
  // Loaded with the first upload: most nodes never need its memory.
  const { fileTypeFromBlob } = await import('file-type');
  const found = (await fileTypeFromBlob(await openAsBlob(path)))?.mime as string | undefined;
  const head = await firstBytes(path, 1024 * 1024);
  if (head.length === 0) throw refuseFile(EMPTY);
  return { found, head };
}

async function inspectCaptions(path: string): Promise<FileFacts> {
  await writeFile(path, readCaptions(await readFile(path)));
  return { extension: 'vtt', contentType: 'text/vtt; charset=utf-8', width: null, height: null };
}

async function inspectMp4(kind: 'video' | 'audio', path: string): Promise<FileFacts> {
  const tracks = await readMp4Tracks(path);
  if (!tracks) throw refuseFile(DAMAGED);
  const video = tracks.find(({ handler }) => handler === 'vide');
  assertKind(kind, video !== undefined);
  for (const track of tracks) assertPlayable(track, kind);
  if (!video && !tracks.some(({ handler }) => handler === 'soun')) throw refuseFile(NOTHING_TO_PLAY);
  return video
    ? { extension: 'mp4', contentType: 'video/mp4', width: video.width, height: video.height }
    : { extension: 'm4a', contentType: 'audio/mp4', width: null, height: null };
}

function assertPlayable({ handler, codec }: Mp4Track, kind: 'video' | 'audio'): void {
  if (handler !== 'vide' && handler !== 'soun') return;
  if (CODECS[handler].includes(codec)) return;
  throw unplayable(CODEC_NAMES[codec] ?? codec.trim(), kind);
}

/** Bytes before the name of a codec: the element id, and the name's length with its high bit set. */
const WEBM_CODEC = /\x86[\x83-\xbf](?=[VA]_)/g;

/** Inspects the first part of the file, which contains the tracks with their codecs as ASCII text. */
function inspectWebm(kind: 'video' | 'audio', head: Buffer): FileFacts {
  const text = head.toString('latin1');
  const codecs = [...text.matchAll(WEBM_CODEC)].map(({ index }) =>
    text.slice(index + 2, index + 2 + (text.charCodeAt(index + 1) & 0x7f)).replace(/(?<!\0)\0+$/, ''),
  );
  const hasVideo = codecs.some((codec) => codec.startsWith('V_'));
  assertKind(kind, hasVideo);
  const unsupported = codecs.find((codec) => !/^(V_VP8|V_VP9|V_AV1|A_OPUS|A_VORBIS)$/.test(codec));
  if (unsupported) throw unplayable(unsupported.slice(2), kind);
  return { extension: 'webm', contentType: `${kind}/webm`, width: null, height: null };
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
