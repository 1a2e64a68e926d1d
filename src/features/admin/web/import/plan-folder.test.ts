import { expect, test } from 'vitest';
import { expectLinearTime } from '#test/patterns/linear-time.ts';
import { MAX_FILES, planFolder } from './plan-folder.ts';
import { titleFrom } from './title-from.ts';

const plan = (...paths: string[]) =>
  planFolder(
    'shore',
    paths.map((path) => ({ path, file: null })),
  );
const pathsOf = (its: ReturnType<typeof plan>) => its.files.map(({ path }) => path);
const roleOf = (its: ReturnType<typeof plan>, path: string) => {
  const role = its.roles[its.files.find((file) => file.path === path)?.id ?? ''];
  return typeof role === 'object' ? its.files.find(({ id }) => id === role.of)?.path : role;
};

test('films and sounds are droplets in the natural order of their names', () => {
  const its = plan('10-end.mp4', '9-door.MOV', '2 glass.mp3', 'b/1.mp4');
  expect(pathsOf(its)).toEqual(['2 glass.mp3', '9-door.MOV', '10-end.mp4', 'b/1.mp4']);
  expect(its.files.map(({ path }) => roleOf(its, path))).toEqual(Array(4).fill('droplet'));
});

test('captions and pictures belong to the film of the same name, whatever its case or language', () => {
  const its = plan('01-Shore.mov', '01-shore.en.vtt', '01-SHORE.jpg', '02-tide.mp4', '02-tide.vtt');
  expect(roleOf(its, '01-shore.en.vtt')).toBe('01-Shore.mov');
  expect(roleOf(its, '01-SHORE.jpg')).toBe('01-Shore.mov');
  expect(roleOf(its, '02-tide.vtt')).toBe('02-tide.mp4');
});

test('a droplet has captions once in each language, and one picture; the next ones match nothing', () => {
  const names = ['a.vtt', 'a.en.srt', 'a.es.vtt', 'a_pt-br.vtt', 'a.pt_BR.vtt', 'a.old.vtt', 'other.es.vtt'];
  const its = plan('a.mp4', 'a.png', 'a.jpg', 'other.webp', ...names);
  const language = (path: string) => its.files.find((file) => file.path === path)?.language;
  const mine = its.files.filter(({ path, kind }) => kind === 'captions' && roleOf(its, path) === 'a.mp4');
  expect(mine.map(({ path }) => [path, language(path)])).toEqual([
    ['a_pt-br.vtt', 'pt-BR'],
    ['a.en.srt', null],
    ['a.es.vtt', 'es'],
  ]);
  for (const path of ['a.vtt', 'a.pt_BR.vtt', 'a.old.vtt', 'a.png', 'other.es.vtt', 'other.webp'])
    expect([path, roleOf(its, path)]).toEqual([path, 'out']);
  expect(language('other.es.vtt')).toBe('es');
});

test('captions are named by a film’s whole name before a language is read from its end', () => {
  const its = plan('door.mp4', 'door-es.mp4', 'door-es.vtt', 'how.mp4', 'how.to.do.mp4', 'how.to.do.de.vtt');
  expect(roleOf(its, 'door-es.vtt')).toBe('door-es.mp4');
  expect(its.files.find(({ path }) => path === 'door-es.vtt')?.language).toBe(null);
  expect(roleOf(its, 'how.to.do.de.vtt')).toBe('how.to.do.mp4');
});

test('of films of the same name in several folders, captions belong to the one beside them', () => {
  const films = ['day 1/film.mp4', 'day 2/film.mp4', 'day 3/film.mp4'];
  const its = plan(...films, 'day 2/film.vtt', 'day 3/words/film.es.vtt', 'day 1/film.jpg', 'day 3/film.jpg');
  expect(roleOf(its, 'day 2/film.vtt')).toBe('day 2/film.mp4');
  expect(roleOf(its, 'day 3/words/film.es.vtt')).toBe('day 3/film.mp4');
  expect(roleOf(its, 'day 1/film.jpg')).toBe('day 1/film.mp4');
  expect(roleOf(its, 'day 3/film.jpg')).toBe('day 3/film.mp4');
  expect(roleOf(plan('films/a.mp4', 'words/a.vtt'), 'words/a.vtt')).toBe('films/a.mp4');
  expect(roleOf(plan('1/a.mp4', '2/b.mp4', '2/a.vtt'), '2/a.vtt')).toBe('out');
});

test('a picture called cover is the wave’s; pictures alone are droplets', () => {
  expect(roleOf(plan('cover.jpg', 'a.mp4'), 'cover.jpg')).toBe('wave');
  expect(roleOf(plan('b.jpg', 'a.jpg'), 'a.jpg')).toBe('droplet');
});

test('files that are no content are named and left out', () => {
  const its = plan('.DS_Store', 'Thumbs.db', 'notes.docx', '__MACOSX/a.mp4', 'sub/.hidden/b.mp4', 'a.mp4');
  expect(pathsOf(its)).toEqual(['a.mp4']);
  expect([...its.ignored].sort()).toEqual(['.DS_Store', 'Thumbs.db', 'a.mp4', 'b.mp4', 'notes.docx']);
});

test('titles come from names', () => {
  expect(titleFrom('x/01-before-the-phone.mov')).toBe('Before the Phone');
  expect(titleFrom('03_one.glass of_WATER.mp4')).toBe('One Glass of WATER');
  expect(titleFrom('IMG_4471.MOV')).toBe('IMG 4471');
  expect(titleFrom('10 Über den Atem.mp4')).toBe('Über den Atem');
  expect(titleFrom('12.mp4')).toBe('12');
  expect(titleFrom('morning-shore')).toBe('Morning Shore');
  expect(titleFrom('静か.mp4')).toBe('静か');
});

test('long names take linear time', () => {
  expectLinearTime((size) => titleFrom(`${'-'.repeat(size)}a${'.a'.repeat(size / 2)}`), 100_000);
  expectLinearTime((size) => plan(`${'a-en'.repeat(size / 4)}.vtt`, 'a.mp4'), 100_000);
});

test('files that are no content take no room; of more files than fit, the first by name are taken', () => {
  const films = Array.from({ length: MAX_FILES + 2 }, (_, n) => `film-${n}.mp4`);
  const caches = Array.from({ length: 2 * MAX_FILES }, (_, n) => `.cache/${n}.mp4`);
  const its = plan(...caches, ...films.toReversed());
  expect([its.files.length, its.cut, its.ignored.length]).toEqual([MAX_FILES, 2, 2 * MAX_FILES]);
  expect(its.files.at(-1)?.path).toBe(`film-${MAX_FILES - 1}.mp4`);
  expect(plan(...films.slice(2)).cut).toBe(0);
});
