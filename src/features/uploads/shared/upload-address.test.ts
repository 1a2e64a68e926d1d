import { expect, test } from 'vitest';
import { parseUploadName, pictureSources, pictureWidths, referenceOf } from './upload-address.ts';

const HASH = '0123456789abcdef0123456789abcdef';

test('a picture’s srcset follows from its address', () => {
  expect(pictureSources(`/media/u/${HASH}-1600.webp`)).toBe(
    `/media/u/${HASH}-480.webp 480w, /media/u/${HASH}-960.webp 960w, /media/u/${HASH}-1600.webp 1600w`,
  );
  expect(pictureSources(`/media/u/${HASH}-700.webp`)).toBe(
    `/media/u/${HASH}-480.webp 480w, /media/u/${HASH}-700.webp 700w`,
  );
  expect(pictureWidths(300)).toEqual([300]);
});

test('other pictures have no srcset', () => {
  for (const address of [
    '/covers/ocean/rest.svg',
    '/media/film.webp',
    `/media/u/${HASH}.mp4`,
    `https://elsewhere.example/media/u/${HASH}-1600.webp`,
  ])
    expect(pictureSources(address)).toBeUndefined();
});

test('all widths of a picture share one reference', () => {
  expect(referenceOf(`/media/u/${HASH}-480.webp`)).toBe(`/media/u/${HASH}`);
  expect(referenceOf(`/media/u/${HASH}.mp4`)).toBe(`/media/u/${HASH}`);
  expect(referenceOf('/media/film.mp4')).toBe('/media/film.mp4');
});

test('other names are not upload names', () => {
  for (const name of [
    '',
    'a.webp',
    `${HASH}`,
    `${HASH}.`,
    `../${HASH}.mp4`,
    `${HASH}-.webp`,
    `${HASH}.mp4\n`,
  ])
    expect(parseUploadName(name), name).toBeNull();
});
