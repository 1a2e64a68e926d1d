import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { TestClient } from './test-api.ts';

export const newUploadFolder = () => mkdtemp(join(tmpdir(), 'stillwater-uploads-'));

/** Lists the files of an uploads folder, including those in transfer. */
export async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

let shade = 0;

/** Creates a picture with unique content. */
export function aPicture(width: number, height: number, format: 'png' | 'jpeg' | 'gif' | 'avif' = 'png') {
  shade += 1;
  const background = { r: shade % 256, g: (shade * 7) % 256, b: (shade * 31) % 256 };
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

export const captions = (line = 'Breathe in.') => Buffer.from(`WEBVTT\n\n00:01.000 --> 00:04.000\n${line}\n`);

const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

const zeros = (length: number) => Buffer.alloc(length);

function track(handler: 'vide' | 'soun', codec: string, width: number, height: number): Buffer {
  const tkhd = zeros(84);
  tkhd.writeInt32BE(0x10000, 40);
  tkhd.writeUInt16BE(width, 76);
  tkhd.writeUInt16BE(height, 80);
  return box(
    'trak',
    box('tkhd', tkhd),
    box(
      'mdia',
      box('hdlr', zeros(8), Buffer.from(handler), zeros(13)),
      box('minf', box('stbl', box('stsd', zeros(4), Buffer.from([0, 0, 0, 1]), box(codec, zeros(70))))),
    ),
  );
}

const FTYP = box('ftyp', Buffer.from('isom\0\0\u0002\0isomiso2mp41', 'latin1'));

/** Creates an MP4's index without media data. */
export const mp4Head = (video: string | null = 'avc1', audio: string | null = 'mp4a') =>
  Buffer.concat([
    FTYP,
    box(
      'moov',
      ...(video ? [track('vide', video, 1280, 720)] : []),
      ...(audio ? [track('soun', audio, 0, 0)] : []),
    ),
  ]);

/** Creates an MP4 whose content depends on `about`. */
export const anMp4 = (about: string, video: string | null = 'avc1', audio: string | null = 'mp4a') =>
  Buffer.concat([mp4Head(video, audio), box('mdat', Buffer.from(about.repeat(50)))]);

/** Creates the beginning of a WebM with these codecs. */
export function aWebm(...codecs: string[]): Buffer {
  const element = (id: number[], content: Buffer) =>
    Buffer.concat([Buffer.from([...id, 0x80 | content.length]), content]);
  const docType = element([0x42, 0x82], Buffer.from('webm'));
  return Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], docType),
    // As in real files, CodecDelay follows the codec; its id begins with a letter.
    ...codecs.flatMap((codec) => [element([0x86], Buffer.from(codec)), element([0x56, 0xaa], zeros(3))]),
  ]);
}

export const anMp3 = () =>
  Buffer.concat(
    Array.from({ length: 10 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), zeros(413)])),
  );

export function formOf(content: Uint8Array, name = 'file.bin', type = 'application/octet-stream'): FormData {
  const form = new FormData();
  form.append('file', new Blob([content as Uint8Array<ArrayBuffer>], { type }), name);
  return form;
}

export const upload = (client: TestClient, kind: string, content: Uint8Array, name?: string, type?: string) =>
  client.post(`/api/uploads?kind=${kind}`, formOf(content, name, type));
