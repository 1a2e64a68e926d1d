/** The demo catalogue as the scripts read it, and the paths of its files. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Resource {
  title: string;
  url: string;
  type: string;
  duration: number | null;
  size: string | null;
}

export interface Item {
  slug: string;
  title: string;
  description: string;
  imageUrl: string | null;
  mediaType: 'none' | 'video' | 'audio' | 'text' | 'image' | 'interactive';
  mediaUrl: string | null;
  captionsUrl: string | null;
  captionsLanguage: string | null;
  furtherCaptions: { language: string; url: string }[];
  accessType: 'free' | 'premium';
  isSample?: boolean;
  isPublished: boolean;
  keywords: string[];
  additionalResources: Resource[];
}

export interface Wave extends Item {
  droplets: Item[];
}

export interface Ocean extends Item {
  waves: Wave[];
}

/** An item with its ocean and its position in the list. */
export interface DemoItem {
  kind: 'ocean' | 'wave' | 'droplet';
  item: Item;
  ocean: string;
  seq: number;
}

export const HERE = dirname(fileURLToPath(import.meta.url));
export const DEMO = join(HERE, '..', '..', 'demo');
export const MEDIA = join(DEMO, 'media');
export const CATALOGUE = join(DEMO, 'catalogue.json');

export const readCatalogue = (): { oceans: Ocean[] } => JSON.parse(readFileSync(CATALOGUE, 'utf8'));

/** Lines spoken by the captions, by media name. */
export const readScripts = (): Record<string, string[]> =>
  JSON.parse(readFileSync(join(DEMO, 'scripts.json'), 'utf8'));

/** Every ocean, wave and droplet, in reading order. */
export function itemsIn(oceans: Ocean[]): DemoItem[] {
  return oceans.flatMap((o, i) => [
    { kind: 'ocean' as const, item: o, ocean: o.slug, seq: i },
    ...o.waves.flatMap((w, j) => [
      { kind: 'wave' as const, item: w, ocean: o.slug, seq: j },
      ...w.droplets.map((d, seq) => ({ kind: 'droplet' as const, item: d, ocean: o.slug, seq })),
    ]),
  ]);
}

/** The path of an own file below demo/media, or null for other addresses. */
export const ownFile = (url: string | null): string | null =>
  url?.startsWith('/media/') ? join(MEDIA, url.slice(7)) : null;

/** A size for people: bytes, KB or MB, rounded. */
export function humanSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
