import { referenceOf } from '#features/uploads/shared/upload-address.ts';
import { DAY } from '#platform/text/time-units.ts';

/* The index of kept items: its shape and its rules, without storage. */

type KeptKind = 'wave' | 'droplet';

/** An item that a reader can keep. */
export interface KeptRef {
  kind: KeptKind;
  id: number;
}

/** A droplet that opens without a connection. */
export interface KeptLesson {
  id: number;
  title: string;
  /** Path of its picture. */
  cover: string;
}

export interface KeptItem extends KeptRef {
  title: string;
  /** Path of its picture. */
  cover: string;
  lessons: KeptLesson[];
  /** Size of its own files, in bytes. */
  bytes: number;
  /** Keys of its files in the cache, as {@link keyOf} makes them. */
  files: string[];
  /** Reader, release and the server's answers when it was stored; when they differ, it is stored anew. */
  stamp: string;
}

/** All that one reader keeps in this browser. */
export interface Kept {
  /** The account's id; null for a visitor. Nobody else gets to see it. */
  owner: number | null;
  /** Time of the server's last confirmation of this reader's access, in epoch ms. */
  confirmedAt: number;
  items: KeptItem[];
  /** Keys of files that are about the reader, such as the list of favorites. */
  own: string[];
  /** Keys of the site's code, sheets and fonts. */
  code: string[];
}

/** Kept items open this long without a word from the server, in ms. */
export const OPEN_FOR = 7 * DAY;

/** The last moment at which kept items open without a connection, in epoch ms. */
export const openUntil = ({ confirmedAt }: Kept): number => confirmedAt + OPEN_FOR;

/** Whether kept items open now. A clock that was set back more than a day opens nothing. */
export const isOpen = (kept: Kept, now = Date.now()): boolean =>
  now <= openUntil(kept) && now >= kept.confirmedAt - DAY;

export const isSame = (a: KeptRef, b: KeptRef): boolean => a.kind === b.kind && a.id === b.id;

/** Every file that is still needed. */
export const filesOf = (kept: Kept): Set<string> =>
  new Set([...kept.own, ...kept.code, ...kept.items.flatMap(({ files }) => files)]);

/** Every droplet that opens, once. */
export const lessonsOf = (kept: Kept): KeptLesson[] => [
  ...new Map(kept.items.flatMap(({ lessons }) => lessons).map((lesson) => [lesson.id, lesson])).values(),
];

/** Whether an item opens: it is kept, or is a droplet of a kept wave. */
export const holds = (kept: Kept, ref: KeptRef): boolean =>
  kept.items.some(
    (item) => isSame(item, ref) || (ref.kind === 'droplet' && item.lessons.some(({ id }) => id === ref.id)),
  );

/** Pages about one item, whose address may end in a slug: `/droplets/3-finish-the-sentence`. */
const ITEM_PAGE = /^(\/(?:waves|droplets)\/[1-9]\d{0,15})(?:-[^/]*)?\/?$/;

/**
 * The key under which an address is stored: its path, without the slug of an item's page. All widths of a
 * picture are one file, and a query only says which tab is open.
 */
export function keyOf(path: string): string {
  const { pathname } = new URL(path, 'https://site');
  return ITEM_PAGE.exec(pathname)?.[1] ?? referenceOf(pathname);
}

export const withItem = (kept: Kept, item: KeptItem): Kept => ({
  ...kept,
  items: [...withoutItem(kept, item).items, item],
});

export const noneIfEmpty = (kept: Kept): Kept | null => (kept.items.length === 0 ? null : kept);

/** All names of both lists, once. */
export const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];

export const withoutItem = (kept: Kept, ref: KeptRef): Kept => ({
  ...kept,
  items: kept.items.filter((item) => !isSame(item, ref)),
});
