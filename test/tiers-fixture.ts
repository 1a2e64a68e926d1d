import { describeEmbed } from '#features/sharing/contract/calls.ts';
import { aDroplet, anOcean, aWave, insertOceans, PREMIUM } from './catalogue-fixture.ts';
import { PUBLIC_URL, type SignedInClient, type TestApi, type TestClient } from './test-api.ts';

/* A catalogue whose responses differ by tier, with words that identify a response's tier. */

/** Words in premium media, and in content that only administrators see. */
export const SECRET = 'secret';
export const DRAFT = 'unfinished';

/** Inserts items 1 to 4 of each level: free, premium, a draft, and a sample where samples exist. */
export async function insertTiers({ database: { db } }: TestApi): Promise<void> {
  const secret = { ...PREMIUM, isSample: false };
  const draft = { title: `An ${DRAFT} one`, isPublished: false, keywords: [DRAFT] };
  const droplets = () => [
    aDroplet({ keywords: ['calm'] }),
    aDroplet({ ...secret, keywords: ['calm'] }),
    aDroplet(draft),
    aDroplet({ accessType: 'premium', mediaUrl: '/media/sample.mp4', isSample: true }),
  ];
  await insertOceans(db, [
    anOcean({
      title: 'A free ocean',
      waves: [aWave({ droplets: droplets() }), aWave({ ...secret, droplets: [] }), aWave(draft)],
    }),
    anOcean({ ...PREMIUM, title: 'A premium ocean', waves: [aWave({ droplets: droplets() })] }),
    anOcean({ ...draft, waves: [aWave({ droplets: droplets() })] }),
  ]);
  await db
    .insertInto('settings')
    .values({ key: 'site.title', value: 'Harbour', category: 'general', description: null, updated_at: 0 })
    .execute();
}

/** Lists the URLs of all cacheable endpoints, with existing ids. */
export function cacheablePaths({ app }: TestApi): string[] {
  const values: Record<string, string[]> = {
    id: ['1', '2', '3', '4', '99'],
    category: ['general'],
    key: ['site.title'],
    kind: ['ocean', 'droplet'],
  };
  const filled = (path: string): string[] => {
    const name = /:(\w+)/.exec(path)?.[1];
    if (name === undefined) return [path];
    return (values[name] ?? []).flatMap((value) => filled(path.replace(`:${name}`, value)));
  };
  const paths = app.endpoints
    .filter(({ cacheable, path }) => cacheable && path !== describeEmbed.path)
    .flatMap(({ path }) => filled(path));
  return [
    ...paths,
    `${describeEmbed.path}?url=${PUBLIC_URL}/droplets/2`,
    `${describeEmbed.path}?url=${PUBLIC_URL}/droplets/3`,
    '/api/oceans?limit=1',
    '/api/explore/keywords?limit=5',
    '/api/explore/droplets?q=title',
    '/api/explore/droplets?keyword=calm',
    `/api/explore/droplets?keyword=${DRAFT}`,
  ];
}

/** URLs of every cacheable page, with and without content that only some readers see. */
export const CACHEABLE_PAGES = [
  '/',
  '/contact',
  '/about',
  '/terms-privacy',
  '/app',
  '/oceans/1',
  '/oceans/2',
  '/oceans/3',
  '/waves/1',
  '/waves/2',
  '/waves/1?droplet=2',
  '/waves/1?droplet=3',
  '/droplets/1',
  '/droplets/2',
  '/droplets/3',
  '/explore',
  '/explore?q=title',
  `/explore?keyword=${DRAFT}`,
  '/accordion?ocean=1&wave=1',
  '/tree',
  '/classic',
  '/classic?ocean=1&wave=1',
];

export const TIERS = ['visitor', 'free', 'subscriber', 'admin'] as const;
type TestTier = (typeof TIERS)[number];

/** Creates one browser per tier. */
export async function oneOfEach(api: TestApi): Promise<Record<TestTier, TestClient | SignedInClient>> {
  return {
    visitor: api.visitor(),
    free: await api.signedIn('free'),
    subscriber: await api.signedIn('subscriber'),
    admin: await api.signedIn('admin'),
  };
}

export const cookieOf = (client: TestClient): Record<string, string> => {
  const pairs = [...client.cookies].map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? {} : { cookie: pairs.join('; ') };
};
