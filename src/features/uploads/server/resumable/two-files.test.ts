import { beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '#platform/text/time-units.ts';
import { anMp4 } from '#test/media/mp4-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { append, begun, cancel, finish, offsetOf } from '#test/tus/resumable-fixture.ts';
import { filesIn, newUploadFolder } from '#test/upload-fixture.ts';
import { uploadSpace } from '../upload-space.ts';
import { unfinishedTotals } from './resumable-queries.ts';
import { sweepResumable } from './sweep-resumable.ts';

/* Two simultaneous uploads do not influence each other. */

let admin: SignedInClient;
const folder = await newUploadFolder();
const space = uploadSpace(folder);
const api = setUpApi({ uploads: space });
beforeAll(async () => {
  admin = await api.signedIn('admin');
});

const parts = async () => (await filesIn(folder)).filter((name) => name.endsWith('.part')).length;

/** Begins a film and sends its first 300 bytes. */
async function half(name: string) {
  const file = anMp4(name);
  const address = await begun(admin, 'video', file.length);
  expect((await append(admin, address, 0, file.subarray(0, 300))).status).toBe(204);
  return {
    address,
    offset: async () => (await offsetOf(admin, address)).headers['upload-offset'],
    /** Sends the rest, and expects the whole film at its address. */
    async end() {
      expect((await append(admin, address, 300, file.subarray(300))).status).toBe(204);
      const { status, body } = await finish(admin, address);
      expect(status).toBe(201);
      expect(Number((await admin.get(body.url)).headers['content-length'])).toBe(file.length);
      return body.id;
    },
  };
}

test('a file that is canceled, finished or refused leaves the parts of another one', async () => {
  const [canceled, finished, other] = [
    await half('canceled'),
    await half('a finished one'),
    await half('other'),
  ];
  expect((await cancel(admin, canceled.address)).status).toBe(204);
  expect(await parts()).toBe(2);
  const id = await finished.end();
  expect([await parts(), await other.offset()]).toEqual([1, '300']);
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const refused = await begun(admin, 'image', page.length);
  await append(admin, refused, 0, page);
  expect((await finish(admin, refused)).status).toBe(400);
  expect([await parts(), await other.offset()]).toEqual([1, '300']);
  expect(await unfinishedTotals(api.database.db)).toMatchObject({ count: 1 });
  const otherId = await other.end();
  const listed = (await admin.get('/api/resumable-uploads')).body;
  expect(listed.map(({ upload }: { upload: { id: number } }) => upload.id)).toEqual([otherId, id]);
});

test('the sweep deletes the file that has expired, and no part of the other one', async () => {
  const expired = await half('expired');
  await api.database.db
    .updateTable('resumable_uploads')
    .set({ active_at: Date.now() - DAY - MINUTE })
    .execute();
  const other = await half('not expired');
  expect(await unfinishedTotals(api.database.db)).toMatchObject({ count: 1 });
  expect(await sweepResumable(api.database.db, space)).toBeGreaterThan(0);
  expect(await parts()).toBe(1);
  expect((await offsetOf(admin, expired.address)).status).toBe(410);
  expect(await other.offset()).toBe('300');
  await other.end();
});

test('the sweep deletes the leases of files that have ended, and no other', async () => {
  const { db } = api.database;
  const lease = (name: string, expires_at: number) => ({ name, expires_at, holder: 'a node' });
  const leases = [
    lease('resumable that ended', 1),
    lease('resumable that is read', Date.now() + DAY),
    lease('sweep', 1),
  ];
  await db.deleteFrom('leases').execute();
  await db.insertInto('leases').values(leases).execute();
  await sweepResumable(db, space);
  const left = await db.selectFrom('leases').select('name').orderBy('name').execute();
  expect(left.map(({ name }) => name)).toEqual(['resumable that is read', 'sweep']);
});
