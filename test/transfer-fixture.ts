import { afterEach, beforeEach } from 'vitest';
import { aDroplet, anOcean, aWave } from './catalogue-fixture.ts';
import { type SignedInClient, startTestApi, type TestApi } from './test-api.ts';

/* Empty sites and a full catalogue, for the tests of export and import. */

export let api: TestApi;
export let admin: SignedInClient;
const open: TestApi[] = [];

export async function emptySite() {
  const site = await startTestApi();
  open.push(site);
  return { site, admin: await site.signedIn('admin') };
}
/** Starts an empty site before each test, and stops all sites after it. */
export function setUpEmptySite(): void {
  beforeEach(async () => {
    ({ site: api, admin } = await emptySite());
  });
  afterEach(async () => {
    for (const site of open.splice(0)) await site.stop();
  });
}

const RESOURCE = { title: 'Sheet, "one"', url: '/media/a.txt', type: 'document', duration: 3, size: '1 KB' };

/** Returns items with drafts, samples, premium, every script, formulas and line breaks. */
export const everything = () => [
  anOcean({
    title: 'Größe, "quoted"',
    mediaType: 'video',
    mediaUrl: '/media/intro.mp4',
    captionsUrl: '/media/intro.vtt',
    captionsLanguage: 'de-CH',
    furtherCaptions: [{ language: 'es', url: '/media/intro.es.vtt' }],
    imageUrl: 'https://pictures.example/a.jpg',
    imageAlt: 'Waves, "long" ones',
    accessType: 'premium',
    isPublished: false,
    keywords: ['calm', 'slow breath'],
    additionalResources: [RESOURCE],
    waves: [
      aWave({
        duration: 45,
        isSample: true,
        droplets: [
          aDroplet({
            title: '=cmd|calc',
            description: 'Line one\nline two, with "quotes" and a ; too',
            keywords: ['-minus', '静か'],
            additionalResources: [RESOURCE, { ...RESOURCE, duration: null, size: null }],
            isSample: true,
            accessType: 'premium',
            imageUrl: '/media/a.webp',
            imageAlt: '=a shore, at night',
            captionsUrl: '/media/a.vtt',
            furtherCaptions: [{ language: 'pt-BR', url: 'https://films.example/a, "b".vtt' }],
            mediaType: 'audio',
            duration: 4,
          }),
          aDroplet({ title: '<script>alert(1)</script>', isPublished: false, mediaType: 'text' }),
          aDroplet({ title: "'quoted" }),
        ],
      }),
      aWave({ isPublished: false, droplets: [aDroplet({ slug: '静かな-水' })] }),
    ],
  }),
  anOcean(),
];

export const exported = async (client = admin) => (await client.get('/api/catalogue/export')).body;
