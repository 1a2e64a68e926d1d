/**
 * Fails unless the demo catalogue and its media agree: every own file exists and nothing is left over,
 * films are H.264 yuv420p with the index first, captions parse, sizes are true, slugs are unique.
 *
 *   node scripts/demo/check-media.ts
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseVtt } from './captions.ts';
import { humanSize, type Item, itemsIn, MEDIA, ownFile, readCatalogue } from './catalogue.ts';

const faults: string[] = [];
const fail = (what: string): number => faults.push(what);
const { oceans } = readCatalogue();
const all = itemsIn(oceans);
const used = new Set<string>();
const MAX_TOTAL = 25_000_000;

/** Reads properties of a file with ffprobe. */
function probe(file: string): { seconds: number; streams: Array<Record<string, string>> } {
  const out = JSON.parse(
    execFileSync('ffprobe', ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', file], {
      encoding: 'utf8',
    }),
  );
  return { seconds: Number(out.format.duration), streams: out.streams };
}

/** Lists the top-level boxes of an MP4, in order. */
function boxes(file: string): string[] {
  const b = readFileSync(file);
  const names: string[] = [];
  for (let at = 0; at + 8 <= b.length; ) {
    const size = b.readUInt32BE(at);
    names.push(b.toString('latin1', at + 4, at + 8));
    if (size < 8) break;
    at += size;
  }
  return names;
}

/** Lists the times of all keyframes, in seconds. */
function keyframes(file: string): number[] {
  const out = execFileSync(
    'ffprobe',
    [
      '-v',
      'error',
      '-select_streams',
      'v',
      '-skip_frame',
      'nokey',
      '-show_entries',
      'frame=pts_time',
      '-of',
      'csv=p=0',
      file,
    ],
    { encoding: 'utf8' },
  );
  return out
    .trim()
    .split('\n')
    .map((l) => parseFloat(l));
}

function checkFilm(file: string, portrait: boolean): void {
  const name = basename(file);
  const { seconds, streams } = probe(file);
  const v = streams.find((s) => s.codec_type === 'video');
  const a = streams.find((s) => s.codec_type === 'audio');
  if (v?.codec_name !== 'h264' || v.pix_fmt !== 'yuv420p') fail(`${name}: ${v?.codec_name} ${v?.pix_fmt}`);
  if (v && Number(v.width) * (portrait ? 16 : 9) !== Number(v.height) * (portrait ? 9 : 16))
    fail(`${name}: ${v.width}x${v.height}`);
  if (a?.codec_name !== 'aac') fail(`${name}: sound is ${a?.codec_name}`);
  if (seconds < 20 || seconds > 60) fail(`${name}: ${seconds} s`);
  if (statSync(file).size >= 500_000) fail(`${name}: ${humanSize(statSync(file).size)}`);
  const order = boxes(file);
  if (order.indexOf('moov') < 0 || order.indexOf('moov') > order.indexOf('mdat'))
    fail(`${name}: the index is not at its beginning`);
  const keys = [...keyframes(file), seconds];
  if (keys.some((k, i) => k - (keys[i - 1] ?? 0) > 2.1)) fail(`${name}: keyframes too far apart`);
}

function checkSound(file: string): void {
  const { seconds, streams } = probe(file);
  if (streams[0]?.codec_name !== 'aac') fail(`${basename(file)}: ${streams[0]?.codec_name}`);
  if (seconds < 20 || seconds > 60.5) fail(`${basename(file)}: ${seconds} s`);
}

function checkCaptions(file: string, media: string): void {
  try {
    const cues = parseVtt(readFileSync(file, 'utf8'));
    if (cues.length < 3 || cues.length > 6) fail(`${basename(file)}: ${cues.length} cues`);
    if (cues.some((c) => c.to - c.from < 2)) fail(`${basename(file)}: a cue is too short to read`);
    if (existsSync(media) && cues[cues.length - 1]!.to > probe(media).seconds)
      fail(`${basename(file)}: runs past its media`);
  } catch (e) {
    fail(`${basename(file)}: ${(e as Error).message}`);
  }
}

const LOADS = /\b(?:src|href)\s*=|@import|url\((?!#)|fetch\(|https?:\/\/(?!www\.w3\.org\/2000\/svg)/;
const STORES = /localStorage|sessionStorage|document\.cookie/;

/** Checks the rules of a page that must work without an origin or a network. */
function checkPage(file: string): void {
  const text = readFileSync(file, 'utf8');
  if (LOADS.test(text) || STORES.test(text))
    fail(`${basename(file)}: loads or stores something outside its file`);
  if (!text.includes('prefers-reduced-motion')) fail(`${basename(file)}: ignores reduced motion`);
}

function checkItem(kind: string, item: Item, portrait: boolean): void {
  const file = ownFile(item.mediaUrl);
  if (kind === 'droplet' && !item.mediaUrl) fail(`${item.slug}: no media`);
  if (kind !== 'droplet' && !item.imageUrl) fail(`${item.slug}: no image`);
  if ((item.mediaType === 'none') !== (item.mediaUrl === null))
    fail(`${item.slug}: ${item.mediaType} and ${item.mediaUrl}`);
  if (file && (item.mediaType === 'video' || item.mediaType === 'audio') && !item.captionsUrl)
    fail(`${item.slug}: no captions`);
  const captions = ownFile(item.captionsUrl);
  for (const f of [file, captions]) {
    if (!f) continue;
    used.add(f);
    if (!existsSync(f)) fail(`${basename(f)}: missing`);
  }
  for (const { url } of item.furtherCaptions) {
    const further = ownFile(url);
    if (!further) continue;
    used.add(further);
    if (!existsSync(further)) fail(`${basename(further)}: missing`);
    else if (file) checkCaptions(further, file);
  }
  if (captions && file && existsSync(captions)) checkCaptions(captions, file);
  if (file && existsSync(file)) {
    if (item.mediaType === 'video') checkFilm(file, portrait);
    else if (item.mediaType === 'audio') checkSound(file);
    else if (item.mediaType === 'interactive') checkPage(file);
    else if (item.mediaType === 'text') {
      const n = readFileSync(file, 'utf8').split(/\s+/).filter(Boolean).length;
      if (n < 120 || n > 220) fail(`${basename(file)}: ${n} words`);
    }
  }
  for (const r of item.additionalResources) {
    const f = ownFile(r.url);
    if (!f || !existsSync(f)) {
      fail(`${item.slug}: resource ${r.url} is missing`);
      continue;
    }
    used.add(f);
    const size = humanSize(statSync(f).size);
    if (r.size !== size) fail(`${item.slug}: ${r.title} says ${r.size}, is ${size}`);
    if (r.type === 'audio' && r.duration !== Math.round(probe(f).seconds / 60))
      fail(`${item.slug}: ${r.title} is not ${r.duration} min`);
  }
}

for (const p of all) checkItem(p.kind, p.item, p.kind === 'droplet');
for (const kind of ['ocean', 'wave', 'droplet']) {
  const slugs = all.filter((p) => p.kind === kind).map((p) => p.item.slug);
  const twice = slugs.filter((s, i) => slugs.indexOf(s) !== i);
  if (twice.length) fail(`${kind} slugs used twice: ${twice.join(', ')}`);
}
const files = existsSync(MEDIA)
  ? readdirSync(MEDIA, { recursive: true, withFileTypes: true })
      .filter((f) => f.isFile())
      .map((f) => join(f.parentPath, f.name))
  : [];
for (const f of files) if (!used.has(f)) fail(`${basename(f)}: nothing refers to it`);
const total = files.reduce((n, f) => n + statSync(f).size, 0);
if (total > MAX_TOTAL) fail(`media are ${humanSize(total)}`);

for (const f of faults) console.error(`✗ ${f}`);
console.log(`${all.length} items, ${files.length} files, ${humanSize(total)}, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
