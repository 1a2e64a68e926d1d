import { beforeAll, beforeEach } from 'vitest';
import { LetterJob } from '#features/letter/server/letter-job.ts';
import { sharedKeys } from '#platform/database/secrets.ts';
import { MailLinks } from '#platform/mail/mail-links.ts';
import { aDroplet, anOcean, aWave, insertOceans, PREMIUM } from '../catalogue-fixture.ts';
import { setUpApi } from '../set-up-api.ts';
import { PUBLIC_URL, type SignedInClient, type TestApi, type TestClient } from '../test-api.ts';

/* People with letters. */

/**
 * Starts the application with lessons. Each test begins without letters, mails, people and settings of
 * others.
 */
export function setUpLetters() {
  const api = setUpApi();
  beforeAll(() => insertLessons(api));
  beforeEach(async () => {
    for (const table of ['letters', 'mails', 'users', 'settings'] as const)
      await api.database.db.deleteFrom(table).execute();
  });
  const set = (key: string, value: string) =>
    api.database.db
      .insertInto('settings')
      .values({ key, value, category: 'general', description: null, updated_at: 1 })
      .execute();
  return { api, set };
}

export const MONDAY_AT_7 = { day: 1, hour: 7, timeZone: 'Europe/Berlin' };

/**
 * Inserts droplets `one`, `two`, `sample` (premium, open to all), `locked` (premium) and `draft`, in this
 * order.
 */
export async function insertLessons({ database: { db } }: TestApi): Promise<void> {
  const droplets = [
    aDroplet({ slug: 'one', title: 'The <Turn> & "more"', description: 'One line.\nAnd another.' }),
    aDroplet({ slug: 'draft', isPublished: false }),
    aDroplet({ slug: 'two', mediaType: 'audio', duration: 2 }),
    aDroplet({ slug: 'sample', ...PREMIUM, isSample: true }),
    aDroplet({ slug: 'locked', ...PREMIUM }),
  ];
  await insertOceans(db, [anOcean({ waves: [aWave({ droplets })] })]);
}

export async function newJob({ database: { db } }: TestApi, publicUrl = PUBLIC_URL): Promise<LetterJob> {
  const links = new MailLinks(await sharedKeys(db, 'letter'), 'letter');
  return new LetterJob({ db, links, publicUrl: () => publicUrl }, { warn: () => {} }, () => {});
}

/** Makes all letters due, as if their last ones had been sent long ago. */
export const makeDue = ({ database: { db } }: TestApi) =>
  db
    .updateTable('letters')
    .set({ next_at: Date.now() - 1 })
    .where('next_at', 'is not', null)
    .execute();

/** Creates a member with a confirmed address and the weekly letter. */
export async function withLetter(
  api: TestApi,
  email: string,
  role: 'free' | 'subscriber' | 'admin' = 'free',
): Promise<SignedInClient> {
  const member = await api.signedIn(role, { email });
  await proveAddress(api, email);
  await member.put('/api/letter', { ...MONDAY_AT_7, on: true });
  return member;
}

export const proveAddress = ({ database: { db } }: TestApi, email: string) =>
  db.updateTable('users').set({ email_verified_at: Date.now() }).where('email', '=', email).execute();

/** Lists the letters to an address, in sending order. */
export const lettersTo = ({ database: { db } }: TestApi, email: string) =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .where('is_bulk', '=', true)
    .orderBy('id')
    .execute();

/** Lists the slugs of the droplets in the letters to an address. */
export const lessonsTo = async (api: TestApi, email: string) =>
  (await lettersTo(api, email)).map(({ text }) => /\/droplets\/\d+-([\w-]+)/.exec(text)?.[1]);

/** Requests the letter and opens the link of the mail. */
export async function confirmed(api: TestApi, client: TestClient, email: string) {
  await client.send('POST', '/api/letter/ask', { ...MONDAY_AT_7, email });
  const { text } = await api.database.db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const token = /#token=([\w-]+)/.exec(text)?.[1];
  return client.send('POST', '/api/letter/confirm', { ...MONDAY_AT_7, token });
}
