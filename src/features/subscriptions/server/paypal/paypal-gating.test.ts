import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { DAY, MINUTE } from '#platform/text/time-units.ts';
import { someone } from '#test/account-fixture.ts';
import { aDroplet, anOcean, aWave, insertOceans, PREMIUM } from '#test/catalogue-fixture.ts';
import { anMp4 } from '#test/media/mp4-fixture.ts';
import { type PaidSite, startPaidSite } from '#test/paypal-fixture.ts';
import type { TestClient } from '#test/test-api.ts';
import { captions, newUploadFolder, upload } from '#test/upload-fixture.ts';
import { GRACE_PERIOD } from '../state/subscription-state.ts';

/* Premium content is open while it is paid, and closed at the next request after that. */

let site: PaidSite;
/** API paths whose responses contain premium media for subscribers: lists, items, search. */
const answers: string[] = [];
/** Files that only premium items refer to. */
const files: string[] = [];
/** Addresses that readers without access must not see. */
const secrets: string[] = [];
let favorites: { itemType: string; itemId: number }[];

beforeAll(async () => {
  const mediaFolder = await mkdtemp(join(tmpdir(), 'stillwater-media-'));
  await writeFile(join(mediaFolder, 'secret.mp4'), 'premium film'.repeat(100));
  site = await startPaidSite({ mediaFolder, uploads: uploadSpace(await newUploadFolder()) });
  const admin = await site.api.signedIn('admin');
  const film = (await upload(admin, 'video', anMp4('premium'))).body.url;
  const text = (await upload(admin, 'captions', captions('premium'))).body.url;
  const uploaded = { ...PREMIUM, mediaUrl: film, captionsUrl: text };
  await insertOceans(site.db, [
    anOcean({
      ...PREMIUM,
      mediaType: 'video',
      waves: [
        aWave({
          ...PREMIUM,
          mediaType: 'video',
          droplets: [aDroplet(PREMIUM), aDroplet({ ...uploaded, title: 'Tidewater' })],
        }),
      ],
    }),
  ]);
  files.push('/media/secret.mp4', film, text);
  secrets.push('/media/secret', film, text);
  const newest = async (table: 'oceans' | 'waves' | 'droplets') =>
    (await site.db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow())
      .id;
  const [ocean, wave, droplet] = [await newest('oceans'), await newest('waves'), await newest('droplets')];
  favorites = [
    { itemType: 'ocean', itemId: ocean },
    { itemType: 'wave', itemId: wave },
    { itemType: 'droplet', itemId: droplet },
  ];
  answers.push('/api/oceans', `/api/oceans/${ocean}`, `/api/oceans/${ocean}/waves`);
  answers.push(`/api/waves/${wave}`, `/api/waves/${wave}/droplets`, `/api/droplets/${droplet}`);
  answers.push('/api/explore/droplets', '/api/explore/droplets?q=tidewater');
});
afterEach(() => site.calm());
afterAll(() => site.stop());

/** Lists the paths and files that a reader can open, with the ETags of cached copies. */
async function seen(client: TestClient, paths = answers, tags = new Map<string, string>()) {
  const open: string[] = [];
  for (const path of [...paths, ...files]) {
    const tag = tags.get(path);
    const answer = await client.send('GET', path, undefined, tag ? { 'if-none-match': tag } : {});
    const isOpen = files.includes(path)
      ? answer.status === 200 || answer.status === 304
      : answer.status === 304 || secrets.some((secret) => answer.text.includes(secret));
    if (isOpen) open.push(path);
    if (typeof answer.headers.etag === 'string') tags.set(path, answer.headers.etag);
  }
  return { open, tags };
}

const LAPSES: [string, (id: string) => Promise<void>][] = [
  [
    'it is refunded',
    async (id) => {
      site.peer.books.refund(id);
      await site.tell(site.peer.notices.all.at(-1) ?? { body: '' });
    },
  ],
  [
    'it was cancelled and the paid time has ended, before any reconciliation',
    async (id) => {
      site.peer.books.cancel(id);
      await site.tell(site.peer.notices.all.at(-1) ?? { body: '' });
      site.passTo((await site.rowOf(id)).access_until ?? 0);
    },
  ],
  [
    'its payment has failed for the grace period, before any reconciliation',
    async (id) => {
      const due = site.peer.books.get(id).nextBillingAt ?? 0;
      site.peer.refusesPayments = true;
      site.passTo(due + MINUTE);
      await site.tell(site.peer.notices.all.at(-1) ?? { body: '' });
      site.passTo(due + GRACE_PERIOD + MINUTE);
    },
  ],
  [
    'PayPal has not answered for more than a month',
    async (id) => site.passTo((site.peer.books.get(id).nextBillingAt ?? 0) + GRACE_PERIOD + DAY),
  ],
];

test.each(LAPSES)('a member has full access while it is paid, and none once %s', async (_name, lapse) => {
  const member = await site.api.signedIn('free');
  await site.keepSessions();
  for (const favorite of favorites) expect((await member.post('/api/favorites', favorite)).status).toBe(204);
  const paths = [...answers, '/api/favorites/items'];
  const everything = [...paths, ...files];
  expect((await seen(member, paths)).open).toEqual([]);
  const id = await site.subscribed(member);
  const { open, tags } = await seen(member, paths);
  expect(open).toEqual(everything);
  await lapse(id);
  expect((await seen(member, paths, tags)).open).toEqual([]);
  expect((await seen(member, paths)).open).toEqual([]);
  expect((await member.get('/api/user')).body.role).toBe('free');
  // Favorites remain, and are locked.
  expect((await member.get('/api/favorites')).body.length).toBe(3);
});

test.each(LAPSES)('a paying browser without an account has full access until %s', async (_name, lapse) => {
  const visitor = someone(site.api);
  expect((await seen(visitor)).open).toEqual([]);
  const id = await site.subscribed(visitor);
  const { open, tags } = await seen(visitor);
  expect(open).toEqual([...answers, ...files]);
  await lapse(id);
  expect((await seen(visitor, answers, tags)).open).toEqual([]);
});
