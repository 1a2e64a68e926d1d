import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll } from 'vitest';
import type { TestClient } from './test-api.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** Creates a folder that is removed after the tests of the calling file. */
export async function newUploadFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-uploads-'));
  folders.push(folder);
  return folder;
}

/** Lists the files of an uploads folder, including those in transfer. */
export async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

const OWN_FILES = '/proc/self/fd';

/** Lists the files below a folder that this process holds open, including deleted ones. Linux only. */
export async function openFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(OWN_FILES);
  const paths = await Promise.all(names.map((name) => readlink(join(OWN_FILES, name)).catch(() => '')));
  return paths.filter((path) => path.startsWith(folder));
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

const zeros = (length: number) => Buffer.alloc(length);

/** Creates the beginning of a WebM file with these codecs. */
export function aWebm(...codecs: string[]): Buffer {
  const element = (id: number[], content: Buffer) =>
    Buffer.concat([Buffer.from([...id, 0x80 | content.length]), content]);
  const docType = element([0x42, 0x82], Buffer.from('webm'));
  return Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], docType),
    // CodecDelay follows the codec as in real files; its id begins with a letter.
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
