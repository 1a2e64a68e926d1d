import {
  type DropletContent,
  ImportedDroplet,
  ImportedOcean,
  ImportedWave,
  type OceanContent,
  type WaveContent,
} from '#features/catalogue/contract/transfer-schemas.ts';
import { insertItems } from '#features/catalogue/server/write/insert-items.ts';
import type { Db } from '#platform/database/open.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';

let made = 0;

/** Fields of a published, free item. The schema has the defaults of all other fields. */
const content = (slug: string) => ({
  slug,
  title: `Title of ${slug}`,
  description: `What ${slug} is about, in a sentence.`,
  accessType: 'free',
  isPublished: true,
});

const nextSlug = (kind: string) => {
  made += 1;
  return `${kind}-${made}`;
};

/** A published, free item; `given` overrides its fields. */
export function anOcean(given: Partial<OceanContent> = {}): OceanContent {
  const { slug = nextSlug('ocean') } = given;
  return { ...ImportedOcean.parse(content(slug)), slug, waves: [], ...given };
}

export function aWave(given: Partial<WaveContent> = {}): WaveContent {
  const { slug = nextSlug('wave') } = given;
  return { ...ImportedWave.parse(content(slug)), slug, droplets: [], ...given };
}

export function aDroplet(given: Partial<DropletContent> = {}): DropletContent {
  const { slug = nextSlug('droplet') } = given;
  const mediaUrl = `https://video.example/${made}.mp4`;
  return { ...ImportedDroplet.parse({ ...content(slug), mediaUrl }), slug, ...given };
}

/** Adds whole oceans, the first at position 0, in one transaction. */
export const insertOceans = (db: Db, oceans: readonly OceanContent[]): Promise<number[]> =>
  changeCatalogue(db, (transaction) => insertItems(transaction, 'ocean', oceans, null, 0));

/** Values for all premium fields. They must never leak. */
export const PREMIUM = {
  accessType: 'premium' as const,
  mediaUrl: '/media/secret.mp4',
  captionsUrl: '/media/secret.vtt',
  captionsLanguage: 'de',
  furtherCaptions: [{ language: 'es', url: '/media/secret.es.vtt' }],
  additionalResources: [
    {
      title: 'Worksheet',
      url: '/media/resources/secret.txt',
      type: 'document',
      duration: null,
      size: '1 KB',
    },
  ],
};
