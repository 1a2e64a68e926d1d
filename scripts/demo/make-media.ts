/**
 * Makes every file the demo catalogue refers to under /media.
 *
 *   node scripts/demo/make-media.ts            makes what is missing
 *   node scripts/demo/make-media.ts --force    makes everything again
 *   node scripts/demo/make-media.ts the-turn   only files whose name contains a word
 *
 * Needs ffmpeg. At the end it writes the true sizes of resources into the catalogue.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { timing, vtt } from './captions.ts';
import { CARDS } from './cards.ts';
import {
  CATALOGUE,
  type DemoItem,
  HERE,
  humanSize,
  itemsIn,
  ownFile,
  readCatalogue,
  readScripts,
} from './catalogue.ts';
import { dropletFilm } from './droplet-film.ts';
import { audio, film } from './encode.ts';
import { LESSONS, RECORDINGS } from './lessons.ts';
import { PICTURES } from './pictures.ts';
import { LOW, oceanFilm, WIDE, waveFilm } from './shore-film.ts';
import { bed } from './sound.ts';
import { breathing, HEIGHT, WIDTH } from './stage.ts';

interface Job {
  file: string;
  make: () => Promise<void> | void;
}

const args = process.argv.slice(2);
const force = args.includes('--force');
const only = args.filter((a) => !a.startsWith('--'));
const catalogue = readCatalogue();
const scripts = readScripts();
const AUDIO_LEAST = 40;

/** Reads the lines of an entry's film or sound, with their times. */
function timed(entry: DemoItem, file: string): ReturnType<typeof timing> {
  const lines = scripts[basename(file, extname(file))]!;
  if (!lines) throw new Error(`There is no spoken text for ${file}.`);
  return timing(
    lines,
    entry.kind === 'droplet' && entry.item.mediaType === 'audio' ? AUDIO_LEAST : undefined,
  );
}

const breathOf = (ocean: string): ((t: number) => number) =>
  ocean === 'breath' ? breathing(4, 6) : breathing(5, 6.2);

/** Returns the function that makes an item's own media file. */
function making(entry: DemoItem, file: string): Job['make'] {
  const { item, ocean, seq, kind } = entry;
  const source = (folder: string, ext: string): string =>
    readFileSync(join(HERE, folder, `${item.slug}.${ext}`), 'utf8');
  switch (item.mediaType) {
    case 'video':
      return async () => {
        const { seconds, cues } = timed(entry, file);
        const sound = bed(
          ocean,
          item.slug,
          seconds,
          cues.map((c) => c.from),
          breathOf(ocean),
        );
        if (kind === 'droplet')
          await film(file, WIDTH, HEIGHT, seconds, dropletFilm(ocean, item.slug, seq, seconds), sound);
        else
          await film(
            file,
            WIDE,
            LOW,
            seconds,
            kind === 'ocean' ? oceanFilm(ocean) : waveFilm(ocean, item.slug),
            sound,
            31,
          );
      };
    case 'audio':
      return async () => {
        const { seconds, cues } = timed(entry, file);
        const lines = cues.map((c) => c.from);
        const lesson = LESSONS[item.slug]!;
        await audio(
          file,
          lesson ? lesson(seconds, lines) : bed(ocean, item.slug, seconds, lines, breathOf(ocean)),
        );
      };
    case 'text':
      return () => writeFileSync(file, source('texts', 'txt'));
    case 'interactive':
      return () =>
        writeFileSync(
          file,
          source('pages', 'html').replace(
            '/*base*/',
            () => `\n${readFileSync(join(HERE, 'pages', 'base.css'), 'utf8')}`,
          ),
        );
    case 'image':
      return () => writeFileSync(file, PICTURES[item.slug]!());
    default:
      throw new Error(`There is no generator for ${file}.`);
  }
}

/** Returns the function that makes a resource file: a recording, a card, or a text page. */
function resource(file: string): Job['make'] {
  const name = basename(file);
  if (RECORDINGS[name]!) return () => audio(file, RECORDINGS[name]!(), '32k');
  if (CARDS[name]!) return () => writeFileSync(file, CARDS[name]!());
  return () => writeFileSync(file, readFileSync(join(HERE, 'resources', name), 'utf8'));
}

const jobs = new Map<string, Job>();
const add = (file: string | null, make: (file: string) => Job['make']): void => {
  if (file && !jobs.has(file)) jobs.set(file, { file, make: make(file) });
};
const all = itemsIn(catalogue.oceans);
for (const entry of all) {
  for (const r of entry.item.additionalResources) add(ownFile(r.url), resource);
  add(ownFile(entry.item.captionsUrl), (file) => () => writeFileSync(file, vtt(timed(entry, file).cues)));
  add(ownFile(entry.item.mediaUrl), (file) => making(entry, file));
}

const wanted = [...jobs.values()].filter(
  (j) =>
    (!only.length || only.some((w) => j.file.includes(w))) && (force || only.length || !existsSync(j.file)),
);
const began = Date.now();
for (const [i, job] of wanted.entries()) {
  mkdirSync(dirname(job.file), { recursive: true });
  await job.make();
  console.log(
    `${String(i + 1).padStart(3)}/${wanted.length}  ${basename(job.file).padEnd(44)} ` +
      `${humanSize(statSync(job.file).size)}`,
  );
}

for (const { item } of all) {
  for (const r of item.additionalResources) {
    const file = ownFile(r.url);
    if (file && existsSync(file)) r.size = humanSize(statSync(file).size);
  }
}
writeFileSync(CATALOGUE, `${JSON.stringify(catalogue, null, 1)}\n`);
const total = [...jobs.keys()].reduce((sum, f) => sum + (existsSync(f) ? statSync(f).size : 0), 0);
console.log(
  `${wanted.length} made, ${jobs.size - wanted.length} kept, ${humanSize(total)} in all, ` +
    `${Math.round((Date.now() - began) / 1000)} s`,
);
