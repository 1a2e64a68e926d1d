import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setUpApi } from '#test/set-up-api.ts';
import { cover, PALETTES } from './cover.mjs';

const api = setUpApi();

test('a cover depends only on its URL and is cached forever', async () => {
  const { status, headers, text } = await api.visitor().get('/covers/droplet/focus/the-clear-table-1.svg');
  expect(status).toBe(200);
  expect(text).toBe(cover({ kind: 'droplet', slug: 'the-clear-table', ocean: 'focus', seq: 1 }));
  expect(headers['content-type']).toContain('image/svg+xml');
  expect(headers['cache-control']).toContain('immutable');
});

test('a cover is compressed for clients that accept it', async () => {
  const sizes: Record<string, number> = {};
  for (const accepted of ['br', 'gzip', 'identity']) {
    const { headers, rawPayload } = await api.app.inject({
      url: '/covers/ocean/focus.svg',
      headers: { 'accept-encoding': accepted },
    });
    expect(headers['content-encoding'] ?? 'identity').toBe(accepted);
    expect(headers.vary).toBe('Accept-Encoding');
    sizes[accepted] = rawPayload.length;
  }
  expect((sizes.br ?? 0) * 3).toBeLessThan(sizes.identity ?? 0);
  expect((sizes.gzip ?? 0) * 3).toBeLessThan(sizes.identity ?? 0);
});

test('waves, oceans and items without an image have covers too', async () => {
  for (const path of [
    'ocean/focus.svg',
    'wave/focus/one-thing.svg',
    'droplet/lonely.svg',
    'wave/été-du-calme.svg',
  ])
    expect((await api.visitor().get(`/covers/${encodeURI(path)}`)).status, path).toBe(200);
});

test('other paths are 404', async () => {
  for (const path of [
    'ocean/focus.png',
    'sea/focus.svg',
    'ocean/a%22%3E.svg',
    'ocean/.svg',
    `ocean/${'x'.repeat(300)}.svg`,
  ])
    expect((await api.visitor().get(`/covers/${path}`)).status, path).toBe(404);
});

test('a loading picture’s background has the colors of its generated cover', async () => {
  const read = (name: string) => readFile(join(import.meta.dirname, '../../web/covers', name), 'utf8');
  const [sheet, component] = await Promise.all([read('cover.module.css'), read('cover.tsx')]);
  const classes = [...component.matchAll(/css\.(\w+)/g)].map(([, name]) => name);
  expect(classes).toEqual(Object.keys(PALETTES));
  for (const [name, { sky, water }] of Object.entries(PALETTES)) {
    const colors = [sky[0], sky[2], water[1], water[2]].map((ink) => `oklch(${ink?.join(' ')})`);
    const [rule = ''] = sheet.match(new RegExp(`\\.${name} \\{[^}]*\\}`)) ?? [];
    expect(rule.match(/oklch\([^)]*\)/g)).toEqual(colors);
  }
});
