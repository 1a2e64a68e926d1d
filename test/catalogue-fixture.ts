import type {
  DropletContent,
  OceanContent,
  WaveContent,
} from '#features/catalogue/contract/transfer-schemas.ts';

let made = 0;

const content = (slug: string) => ({
  slug,
  title: `Title of ${slug}`,
  description: `What ${slug} is about, in a sentence.`,
  imageUrl: null,
  imageAlt: null,
  mediaUrl: null,
  captionsUrl: null,
  captionsLanguage: null,
  furtherCaptions: [],
  accessType: 'free' as const,
  isPublished: true,
  keywords: [],
  additionalResources: [],
});

const nextSlug = (kind: string) => {
  made += 1;
  return `${kind}-${made}`;
};

/** A published, free item; `fields` override its defaults. */
export const anOcean = (given: Partial<OceanContent> = {}): OceanContent => ({
  ...content(given.slug ?? nextSlug('ocean')),
  mediaType: 'none',
  waves: [],
  ...given,
});

export const aWave = (given: Partial<WaveContent> = {}): WaveContent => ({
  ...content(given.slug ?? nextSlug('wave')),
  mediaType: 'none',
  duration: 20,
  isSample: false,
  droplets: [],
  ...given,
});

export const aDroplet = (given: Partial<DropletContent> = {}): DropletContent => ({
  ...content(given.slug ?? nextSlug('droplet')),
  mediaType: 'video',
  mediaUrl: `https://video.example/${made}.mp4`,
  duration: 1,
  isSample: false,
  ...given,
});

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
