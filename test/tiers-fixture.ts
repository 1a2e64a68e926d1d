import { insertOceans } from '#features/catalogue/server/insert-oceans.ts';
import { aDroplet, anOcean, aWave, PREMIUM } from './catalogue-fixture.ts';
import type { SignedInClient, TestApi, TestClient } from './test-api.ts';

/* A catalogue whose answers differ for each kind of reader, and words by which one tells whose answer it is. */

/** In the media of premium items, and in what nobody but an administrator sees. */
export const SECRET = 'secret';
export const DRAFT = 'unfinished';

/** Items 1 to 4 of each level: free, premium, a draft, and a sample where there are samples. */
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

/** Addresses of every kept endpoint with something behind each of them. */
export function keptPaths({ app }: TestApi): string[] {
  const values: Record<string, string[]> = {
    id: ['1', '2', '3', '4', '99'],
    category: ['general'],
    key: ['site.title'],
  };
  const paths = app.endpoints
    .filter(({ kept }) => kept)
    .flatMap(({ path }) => {
      const name = /:(\w+)/.exec(path)?.[1];
      return name === undefined
        ? [path]
        : (values[name] ?? []).map((value) => path.replace(`:${name}`, value));
    });
  return [
    ...paths,
    '/api/oceans?limit=1',
    '/api/explore/keywords?limit=5',
    '/api/explore/droplets?q=title',
    '/api/explore/droplets?keyword=calm',
    `/api/explore/droplets?keyword=${DRAFT}`,
  ];
}

export const TIERS = ['visitor', 'free', 'subscriber', 'admin'] as const;
export type TestTier = (typeof TIERS)[number];

/** One browser of each tier. */
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
