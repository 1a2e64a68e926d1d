import { referenceOf } from '#features/uploads/shared/upload-address.ts';
import { DAY } from '#platform/text/time-units.ts';

/* The index of kept items: its shape and its rules, without storage. */

type KeptKind = 'wave' | 'droplet';

/** Reference to an item that a reader can keep. */
export interface KeptRef {
  kind: KeptKind;
  id: number;
}

/** A droplet that opens without a connection. */
export interface KeptLesson {
  id: number;
  title: string;
  /** Path of the picture. */
  cover: string;
}

export interface KeptItem extends KeptRef {
  title: string;
  /** Path of the picture. */
  cover: string;
  lessons: KeptLesson[];
  /** Size of the item's own files, in bytes. */
  bytes: number;
  /** Cache keys of the item's files, from {@link keyOf}. */
  files: string[];
  /** Fingerprint of reader, release and the server's responses. The item is stored again when it differs. */
  stamp: string;
}

/** All items that one reader keeps in this browser. */
export interface Kept {
  /** The account's id; null for a visitor. Other readers never see these items. */
  owner: number | null;
  /** Time of the server's last confirmation of this reader's access, in epoch ms. */
  confirmedAt: number;
  items: KeptItem[];
  /** Keys of responses about the reader, such as the list of favorites. */
  own: string[];
  /** Keys of the site's scripts, style sheets and fonts. */
  code: string[];
}

/** Time in ms for which kept items open without a confirmation by the server. */
export const OPEN_FOR = 7 * DAY;

/** Returns the time until which kept items open without a connection, in epoch ms. */
export const openUntil = ({ confirmedAt }: Kept): number => confirmedAt + OPEN_FOR;

/** Tells whether kept items open now. They do not after the clock was set back by more than a day. */
export const isOpen = (kept: Kept, now = Date.now()): boolean =>
  now <= openUntil(kept) && now >= kept.confirmedAt - DAY;

export const isSame = (a: KeptRef, b: KeptRef): boolean => a.kind === b.kind && a.id === b.id;

/** Returns the keys of all files in use. */
export const filesOf = (kept: Kept): Set<string> =>
  new Set([...kept.own, ...kept.code, ...kept.items.flatMap(({ files }) => files)]);

/** Returns all kept droplets, without duplicates. */
export const lessonsOf = (kept: Kept): KeptLesson[] => [
  ...new Map(kept.items.flatMap(({ lessons }) => lessons).map((lesson) => [lesson.id, lesson])).values(),
];

/** Tells whether an item opens: it is kept, or it is a droplet of a kept wave. */
export const holds = (kept: Kept, ref: KeptRef): boolean =>
  kept.items.some(
    (item) => isSame(item, ref) || (ref.kind === 'droplet' && item.lessons.some(({ id }) => id === ref.id)),
  );

/** Pages about one item, whose address may end in a slug: `/droplets/3-finish-the-sentence`. */
const ITEM_PAGE = /^(\/(?:waves|droplets)\/[1-9]\d{0,15})(?:-[^/]*)?\/?$/;

/**
 * Returns the cache key of an address: its path, without the slug of an item's page. All widths of a picture
 * share one key. The query is ignored, because it only selects a tab.
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

/** Merges two lists without duplicates. */
export const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];

export const withoutItem = (kept: Kept, ref: KeptRef): Kept => ({
  ...kept,
  items: kept.items.filter((item) => !isSame(item, ref)),
});
