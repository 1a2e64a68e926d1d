import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { aPicture, newUploadFolder, upload } from '#test/upload-fixture.ts';
import { sweepBlurs } from './sweep-blurs.ts';
import { uploadSpace } from './upload-space.ts';

/* Items carry a tiny copy of their picture, which shows while the picture loads. */

let admin: SignedInClient;
let changes = 0;
const space = uploadSpace(await newUploadFolder());
const api = setUpApi({ uploads: space });
beforeAll(async () => {
  admin = await api.signedIn('admin');
  await insertOceans(api.database.db, [anOcean({ imageUrl: null, waves: [aWave({ imageUrl: null })] })]);
});

const address = async (picture: Buffer) => (await upload(admin, 'image', picture)).body.url as string;
const setPicture = async (imageUrl: string) => {
  const answer = await admin.put('/api/oceans/1', { imageUrl });
  expect(answer.status, answer.text).toBe(200);
};
/** Reads the blur that visitors get. The change before it makes cached responses stale. */
async function blur() {
  changes += 1;
  await admin.put('/api/waves/1', { title: `Title ${changes}` });
  return (await api.visitor().get('/api/oceans/1')).body.imageBlur;
}

test('an item carries a tiny copy of its uploaded picture, with the picture’s proportions', async () => {
  expect(await blur()).toBeNull();
  await setPicture(await address(await aPicture(900, 1600)));
  const small = await sharp(Buffer.from(await blur(), 'base64')).metadata();
  expect(small).toMatchObject({ format: 'webp', width: 9, height: 16 });
  expect((await blur()).length).toBeLessThan(400);
  // A created or copied item has it too.
  const { body } = await admin.post('/api/oceans/1/duplicate');
  expect((await admin.get(`/api/oceans/${body.id}`)).body.imageBlur).toBe(await blur());
});

test('a picture of another site has none, nor has one that one can see through', async () => {
  const before = await blur();
  await setPicture('https://example.com/sea.jpg');
  expect(await blur()).toBeNull();
  const clear = { width: 90, height: 90, channels: 4, background: '#00000000' } as const;
  await setPicture(await address(await sharp({ create: clear }).png().toBuffer()));
  expect(await blur()).toBeNull();
  await setPicture(await address(await aPicture(300, 200)));
  expect(await blur()).not.toBe(before);
});

test('the sweep makes the blurs of pictures that an earlier version stored', async () => {
  const { db } = api.database;
  await setPicture(await address(await aPicture(600, 300)));
  const expected = await blur();
  await db.updateTable('uploads').set({ blur: null }).execute();
  await db.updateTable('oceans').set({ image_blur: null }).execute();
  expect(await blur()).toBeNull();
  const uploads = await db.selectFrom('uploads').select('id').execute();
  expect(await sweepBlurs(db, space)).toBe(uploads.length);
  expect(await sweepBlurs(db, space)).toBe(0);
  const remade = await sharp(Buffer.from(await blur(), 'base64')).metadata();
  expect(remade).toMatchObject({ width: 16, height: 8 });
  expect(expected).not.toBeNull();
});

test('the blur of another picture, left by a program that knows of none, is not shown', async () => {
  const { db } = api.database;
  const url = await address(await aPicture(500, 500));
  await db.updateTable('oceans').set({ image_url: url }).where('id', '=', 1).execute();
  expect(await blur()).toBeNull();
  expect((await api.visitor().get('/api/oceans/1')).body.imageUrl).toBe(url);
});
