import { kindOfName } from '#features/uploads/shared/kind-of-name.ts';
import type { UploadKind } from '#features/uploads/shared/upload-kinds.ts';
import { languageOfName, readLanguage } from './captions-language.ts';

/** A chosen file, and its path below the chosen folder. */
export interface FolderFile<F = File> {
  path: string;
  file: F;
}

export interface PlannedFile<F = File> extends FolderFile<F> {
  /** Short, and derived from the path, so that it is stable. */
  id: string;
  kind: UploadKind;
  /** Language tag of captions; null: the language of the site. */
  language: string | null;
}

/** Role of a file: a droplet, part of a droplet (its id) or of the wave, or left out. */
export type FileRole = 'droplet' | 'wave' | 'out' | { of: string };

export interface FolderPlan<F = File> {
  folder: string;
  /** In natural order of their paths. */
  files: PlannedFile<F>[];
  roles: Record<string, FileRole>;
  /** Names of unsupported files. */
  ignored: string[];
  /** Number of files beyond a wave's limit. */
  cut: number;
}

const BY_PATH = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const SYSTEM_FILES = ['thumbs.db', 'desktop.ini'];
/** Maximum files of a wave, including captions and pictures. */
export const MAX_FILES = 500;
/** File name of the wave's own picture. */
const COVER = 'cover';

/**
 * Plans a wave from a folder. Films and sounds become droplets in natural order of their names. Captions, in
 * any number of languages, and pictures belong to the film or sound of the same name. Without films and
 * sounds, pictures become droplets.
 */
export function planFolder<F>(folder: string, chosen: readonly FolderFile<F>[]): FolderPlan<F> {
  const ordered = [...chosen].sort((a, b) => BY_PATH.compare(a.path, b.path));
  const ignored: string[] = [];
  const files: PlannedFile<F>[] = [];
  for (const given of ordered) {
    const kind = isHidden(given.path) ? null : kindOfName(given.path);
    if (kind === null) ignored.push(nameOf(given.path));
    else files.push(planned(given, `f${files.length}`, kind));
  }
  const cut = files.splice(MAX_FILES).length;
  return { folder, ignored, cut, ...rolesIn(files) };
}

/** Makes a file of a plan. The name of captions determines their language. */
export const planned = <F>(given: FolderFile<F>, id: string, kind: UploadKind): PlannedFile<F> => ({
  ...given,
  id,
  kind,
  language: kind === 'captions' ? languageOfName(nameOf(given.path)) : null,
});

/** Finds the role of each file, and the language of captions that belong to a film. */
function rolesIn<F>(files: readonly PlannedFile<F>[]): Pick<FolderPlan<F>, 'files' | 'roles'> {
  const media = files
    .filter(({ kind }) => kind === 'video' || kind === 'audio')
    .map(({ id, path }) => ({ id, path, stem: stemOf(path) }));
  const roles: Record<string, FileRole> = Object.fromEntries(media.map(({ id }) => [id, 'droplet']));
  const taken = new Set<string>();
  const found = files.map((file) => {
    const { id, kind, path } = file;
    if (kind !== 'captions' && kind !== 'image') return file;
    const stem = stemOf(path);
    const match = matchOf(stem, kind, around(path, media));
    const seat = `${kind} ${match?.of} ${match?.language}`;
    if (match && !taken.has(seat)) {
      taken.add(seat);
      roles[id] = { of: match.of };
      return { ...file, language: match.language };
    }
    if (kind === 'image' && stem === COVER && !taken.has(COVER)) {
      taken.add(COVER);
      roles[id] = 'wave';
    } else roles[id] = kind === 'image' && media.length === 0 ? 'droplet' : 'out';
    return file;
  });
  return { files: found, roles };
}

/**
 * Returns the films and sounds that a file may belong to: those of the nearest enclosing folder with any,
 * because a film of the same name in another folder is unrelated.
 */
function around<M extends { path: string }>(path: string, media: readonly M[]): readonly M[] {
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder.slice(0, -1))) {
    const near = media.filter((medium) => medium.path.startsWith(folder));
    if (near.length > 0) return near;
  }
  return media;
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * Finds the film or sound whose name a file has. Names of captions may end with a language: `01-shore.es`.
 */
function matchOf(stem: string, kind: UploadKind, media: readonly { id: string; stem: string }[]) {
  const same = media.find((medium) => medium.stem === stem);
  if (same) return { of: same.id, language: null };
  if (kind !== 'captions') return undefined;
  for (const medium of media) {
    if (!stem.startsWith(medium.stem) || !'._-'.includes(stem.charAt(medium.stem.length))) continue;
    const language = readLanguage(stem.slice(medium.stem.length + 1));
    if (language !== undefined) return { of: medium.id, language };
  }
  return undefined;
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const isHidden = (path: string) =>
  path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX') ||
  SYSTEM_FILES.includes(nameOf(path).toLowerCase());

/** Returns a file's name without its extension, for comparisons. */
const stemOf = (path: string): string =>
  nameOf(path)
    .normalize('NFC')
    .toLowerCase()
    .replace(/\.[a-z0-9]{1,5}$/, '');
