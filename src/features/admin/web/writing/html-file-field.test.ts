import { expect, test } from 'vitest';
import { readHtmlFile } from './html-file-field.tsx';

const fileOf = (...parts: BlobPart[]) => new Blob(parts);

test('a file of UTF-8 is read, without its byte order mark', async () => {
  expect(await readHtmlFile(fileOf('\uFEFF<p>Größe</p>'))).toBe('<p>Größe</p>');
});

test.each([
  ['an empty file', fileOf(), 'This file is empty.'],
  ['another encoding', fileOf(new Uint8Array([0x3c, 0xe4, 0xf6])), /not UTF-8 text/],
  ['a program', fileOf('a\0b'), 'This file is no text. Choose an HTML file.'],
  ['too many letters', fileOf('a'.repeat(500_001)), 'This file is too long: at most 500,000 characters.'],
  ['too many bytes', fileOf('a'.repeat(2_000_001)), 'This file is too long: at most 500,000 characters.'],
])('%s is refused with its reason', async (_, file, message) => {
  await expect(readHtmlFile(file)).rejects.toThrow(message);
});
