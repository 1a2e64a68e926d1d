import { kindOfName } from '#features/uploads/shared/kind-of-name.ts';
import type { UploadKind } from '#features/uploads/shared/upload-kinds.ts';

/** A chosen file, and its path below the chosen folder. */
export interface FolderFile<F = File> {
  path: string;
  file: F;
}

export interface PlannedFile<F = File> extends FolderFile<F> {
  /** Short, and the same for the same path. */
  id: string;
  kind: UploadKind;
}

/** Where a file goes: it is a droplet, belongs to one (its id) or to the wave, or is left out. */
export type Place = 'droplet' | 'wave' | 'out' | { of: string };

export interface FolderPlan<F = File> {
  folder: string;
  /** In the natural order of their paths. */
  files: PlannedFile<F>[];
  places: Record<string, Place>;
  /** Names of what is no content. */
  ignored: string[];
}

const BY_PATH = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const SYSTEM_FILES = ['thumbs.db', 'desktop.ini'];
/** Name of the wave's own picture. */
const COVER = 'cover';

/**
 * Plans a wave from a folder: films and sounds become droplets in the natural order of their names, captions
 * and pictures belong to the one of the same name. Pictures alone are droplets themselves.
 */
export function planFolder<F>(folder: string, chosen: readonly FolderFile<F>[]): FolderPlan<F> {
  const ordered = [...chosen].sort((a, b) => BY_PATH.compare(a.path, b.path));
  const ignored: string[] = [];
  const files: PlannedFile<F>[] = [];
  for (const given of ordered) {
    const kind = isHidden(given.path) ? null : kindOfName(given.path);
    if (kind === null) ignored.push(nameOf(given.path));
    else files.push({ ...given, id: `f${files.length}`, kind });
  }
  return { folder, files, places: placesOf(files), ignored };
}

function placesOf(files: readonly PlannedFile<unknown>[]): Record<string, Place> {
  const places: Record<string, Place> = {};
  const media = files.filter(({ kind }) => kind === 'video' || kind === 'audio');
  for (const { id } of media) places[id] = 'droplet';
  const taken = new Set<string>();
  for (const { id, kind, path } of files) {
    if (kind !== 'captions' && kind !== 'image') continue;
    const stem = stemOf(path);
    const medium =
      mediumOf(stem, media) ?? (kind === 'captions' ? mediumOf(plainOf(stem), media) : undefined);
    if (medium && !taken.has(`${kind} ${medium.id}`)) {
      taken.add(`${kind} ${medium.id}`);
      places[id] = { of: medium.id };
    } else if (kind === 'image' && stem === COVER && !taken.has(COVER)) {
      taken.add(COVER);
      places[id] = 'wave';
    } else places[id] = kind === 'image' && media.length === 0 ? 'droplet' : 'out';
  }
  return places;
}

const mediumOf = (stem: string, media: readonly PlannedFile<unknown>[]) =>
  media.find(({ path }) => stemOf(path) === stem);

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const isHidden = (path: string) =>
  path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX') ||
  SYSTEM_FILES.includes(nameOf(path).toLowerCase());

/** A file's name without its extension, for comparisons. */
const stemOf = (path: string): string =>
  nameOf(path)
    .normalize('NFC')
    .toLowerCase()
    .replace(/\.[a-z0-9]{1,5}$/, '');

/** Without a language at the end: `01-shore.en`. */
const plainOf = (stem: string): string => stem.replace(/[._-][a-z]{2,3}(-[a-z]{2,4})?$/, '');

/** Words that titles write small, but at their beginning. */
const SMALL = 'a an and as at but by for from in nor of on or the to with'.split(' ');

/** Makes a title from a file's or folder's name: `01-before-the-phone.mov` is Before the Phone. */
export function titleFrom(path: string): string {
  const stem = nameOf(path)
    .normalize('NFC')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '');
  const words = stem.split(/[\s._-]+/).filter((word) => word !== '');
  if (words.length > 1 && /^\d+$/.test(words[0] ?? '')) words.shift();
  return words
    .map((word, index) =>
      index > 0 && SMALL.includes(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ');
}
