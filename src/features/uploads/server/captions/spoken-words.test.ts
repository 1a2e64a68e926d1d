import { beforeAll, expect, test } from 'vitest';
import { digestTables } from '#platform/database/copy/digest-tables.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient, TestClient } from '#test/test-api.ts';
import { captions, newUploadFolder, upload } from '#test/upload-fixture.ts';
import { uploadSpace } from '../upload-space.ts';
import { spokenWordsOf, sweepSpokenWords } from './spoken-words.ts';

/* Explore finds lessons by the words spoken in them, for readers who may open them. */

let admin: SignedInClient;
let member: SignedInClient;
let subscriber: SignedInClient;
const space = uploadSpace(await newUploadFolder());
const api = setUpApi({ uploads: space });
beforeAll(async () => {
  admin = await api.signedIn('admin');
  member = await api.signedIn('free');
  subscriber = await api.signedIn('subscriber');
  await insertOceans(api.database.db, [
    anOcean({
      waves: [
        aWave({
          droplets: [
            aDroplet({ slug: 'open', title: 'First light' }),
            aDroplet({ slug: 'locked', title: 'Second light', accessType: 'premium' }),
            aDroplet({ slug: 'draft', title: 'Third light', isPublished: false }),
          ],
        }),
      ],
    }),
  ]);
});

const SLUGS = ['open', 'locked', 'draft'];
const change = async (slug: string, body: object) => {
  const answer = await admin.put(`/api/droplets/${SLUGS.indexOf(slug) + 1}`, body);
  expect(answer.status, answer.text).toBe(200);
};
const words = async (text: string) => (await upload(admin, 'captions', captions(text))).body.url as string;
async function found(client: TestClient, q: string): Promise<string[]> {
  const { body } = await client.get(`/api/explore/droplets?q=${encodeURIComponent(q)}`);
  return body.map(({ slug }: { slug: string }) => slug);
}
/** Searches as each reader: visitor, member, subscriber, administrator. */
const foundByAll = (q: string) =>
  Promise.all([api.visitor(), member, subscriber, admin].map((client) => found(client, q)));

test('a lesson is found by its captions, in every language, and not any more without them', async () => {
  const [english, spanish] = [
    await words('The lighthouse <i>keeper</i> hums.'),
    await words('El farero canta.'),
  ];
  await change('open', { captionsUrl: english, furtherCaptions: [{ language: 'es', url: spanish }] });
  for (const q of ['lighthouses', 'lightho', 'keeper hums', 'farero', 'lihgthouse'])
    expect(await foundByAll(q)).toEqual(Array(4).fill(['open']));
  await change('open', { furtherCaptions: [] });
  expect(await foundByAll('farero')).toEqual(Array(4).fill([]));
  expect(await foundByAll('keeper')).toEqual(Array(4).fill(['open']));
});

test('words of a locked lesson find it only for those who may open it', async () => {
  await change('locked', { captionsUrl: await words('A marmalade cat sleeps.') });
  const hidden = [[], [], ['locked'], ['locked']];
  const shown = Array(4).fill(['locked']);
  expect(await foundByAll('marmalade')).toEqual(hidden);
  // A query that also matches the title reveals no spoken words.
  const ranked = await found(member, 'light marmalade');
  expect(ranked).toEqual(await found(member, 'light hippopotamus'));
  await change('locked', { isSample: true });
  expect(await foundByAll('marmalade')).toEqual(shown);
  await change('locked', { isSample: false });
  expect(await foundByAll('marmalade')).toEqual(hidden);
  await change('locked', { accessType: 'free' });
  expect(await foundByAll('marmalade')).toEqual(shown);
  const bulk = { type: 'droplet', ids: [2], change: { action: 'access', accessType: 'premium' } };
  expect((await admin.post('/api/content/bulk', bulk)).body).toMatchObject({ changed: 1 });
  expect(await foundByAll('marmalade')).toEqual(hidden);
});

test('words of a draft find it for staff alone', async () => {
  await change('draft', { captionsUrl: await words('A harmonium in the attic.') });
  expect(await foundByAll('harmonium')).toEqual([[], [], [], ['draft']]);
});

test('a word of the title comes before the same word in the captions', async () => {
  await change('open', { captionsUrl: await words('Second to none.') });
  expect(await found(subscriber, 'second')).toEqual(['locked', 'open']);
});

test('captions of an earlier version are read, and what nodes of it changed is repaired', async () => {
  const { db } = api.database;
  const url = await words('A trombone, far away.');
  await change('open', { captionsUrl: url });
  const before = await digestTables(db);
  await db.updateTable('uploads').set({ spoken_words: null }).execute();
  await db.deleteFrom('spoken_documents').execute();
  await db.deleteFrom('search_postings').where('term', 'like', '~%').execute();
  await db.deleteFrom('search_postings').where('term', 'like', '!%').execute();
  const unread = await db.selectFrom('uploads').select('id').execute();
  expect(await sweepSpokenWords(db, space)).toBe(unread.length);
  const { catalogue_version: _, ...tables } = await digestTables(db);
  expect(tables).toEqual({ ...before, catalogue_version: undefined });
  expect(await found(member, 'trombone')).toEqual(['open']);

  await db.updateTable('droplets').set({ access_type: 'premium' }).where('slug', '=', 'open').execute();
  await db.deleteFrom('droplets').where('slug', '=', 'draft').execute();
  expect(await sweepSpokenWords(db, space)).toBe(0);
  expect(await foundByAll('trombone')).toEqual([[], [], ['open'], ['open']]);
  const documents = await db.selectFrom('spoken_documents').select('id').orderBy('id').execute();
  expect(documents).toEqual([{ id: 1 }, { id: 2 }]);
});

test('a deleted lesson leaves nothing in the index', async () => {
  for (const id of [1, 2]) expect((await admin.delete(`/api/droplets/${id}`)).status).toBe(204);
  const { db } = api.database;
  expect(await db.selectFrom('spoken_documents').selectAll().execute()).toEqual([]);
  const terms = await db.selectFrom('search_postings').select('term').execute();
  expect(terms.filter(({ term }) => /^[~!]/.test(term))).toEqual([]);
});

test('words are read without markup, once each, and a huge file takes linear time', () => {
  const file = captions('<v Anna>The <b>sea</b> &amp; the sea.').toString();
  expect(spokenWordsOf(file)).toBe('the sea');
  const cue = (at: number) => `00:01.000 --> 00:02.000\nword${at} ${'<'.repeat(100)}\n`;
  const huge = Array.from({ length: 5000 }, (_, at) => cue(at)).join('\n');
  expect(spokenWordsOf(`WEBVTT\n\n${huge}`).split(' ')).toHaveLength(4000);
  expect(spokenWordsOf('no captions')).toBe('');
});
