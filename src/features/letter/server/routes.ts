import type { FastifyInstance } from 'fastify';
import { issueToken, redeemToken } from '#features/accounts/server/email/email-tokens.ts';
import { provenOwner } from '#features/accounts/server/proven-email.ts';
import { ACCESS_WITHDRAWN } from '#features/signups/contract/calls.ts';
import { insertSignup } from '#features/signups/server/routes.ts';
import { caseless } from '#platform/database/caseless.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError, invalidInput, notFound, notSignedIn } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import type { MailLinks } from '#platform/mail/mail-links.ts';
import { serveOneClick } from '#platform/mail/one-click.ts';
import { queueMail } from '#platform/mail/queue.ts';
import * as contract from '../contract/endpoints.ts';
import type { Schedule } from '../contract/schemas.ts';
import { confirmMail } from './confirm-mail.ts';
import { letterSettings } from './letter-settings.ts';
import * as queries from './queries.ts';

const DEAD_CONFIRMATION = 'This link has expired or was already used. Ask for the letter again.';
const DEAD_LINK = 'This link no longer works. Open the link in your newest letter.';
const NO_ADDRESS = 'Add an email address to your account first.';

interface LetterRoutesSetup {
  db: Db;
  links: MailLinks;
  publicUrl: () => string;
  wakeMailSender: () => void;
}

/** Serves the choice of letters, their confirmation, and the links in them. */
export async function letterRoutes(app: FastifyInstance, setup: LetterRoutesSetup): Promise<void> {
  const { db, links, publicUrl, wakeMailSender } = setup;

  serve(app, contract.getLetter, async ({ reader }) =>
    queries.toLetter(await queries.letterOf(db, reader), await isOffered(db)),
  );

  serve(app, contract.setLetter, async ({ reader, body }) => {
    if (body.on) await assertOffered(db);
    const row = await db.transaction().execute(async (transaction) => {
      const { email } = await transaction
        .selectFrom('users')
        .select('email')
        .where('id', '=', reader.userId)
        .executeTakeFirstOrThrow(() => notSignedIn());
      if (body.on && email === null) throw invalidInput(NO_ADDRESS, []);
      return queries.saveLetter(transaction, { userId: reader.userId }, body);
    });
    return queries.toLetter(row, await isOffered(db));
  });

  serve(app, contract.askForLetter, async ({ body: { email, ...schedule } }) => {
    const { offered } = await letterSettings(db);
    if (!offered) throw notOffered();
    const signup = await queries.signupOf(db, email);
    // The response is the same in both cases: only the owner of an address may learn that it was revoked.
    if (signup === undefined || toBoolean(signup.has_access)) {
      await db.transaction().execute(async (transaction) => {
        const issued = await issueToken(transaction, 'letter', email);
        await queueMail(transaction, await confirmMail(transaction, email, issued, schedule, publicUrl()));
      });
      wakeMailSender();
    }
    return { status: 'link-sent' };
  });

  serve(app, contract.confirmLetter, async ({ body: { token, ...schedule } }) => {
    await assertOffered(db);
    const row = await db.transaction().execute(async (transaction) => {
      const proof = await redeemToken(transaction, 'letter', token);
      return proof && confirm(transaction, proof.emailKey, schedule);
    });
    if (!row) throw new HttpError('link-expired', DEAD_CONFIRMATION);
    return queries.toLetter(row, true);
  });

  serve(app, contract.useLetterLink, async ({ body: { token, action } }) => {
    if (action === 'start') await assertOffered(db);
    return queries.toLetter(await act(setup, token, action), await isOffered(db));
  });

  await serveOneClick(app, contract.stopInOneClick, {
    page: '/letter/link',
    stop: (token) => act({ db, links }, token, 'stop'),
  });
}

const notOffered = () => notFound('This site sends no letters at the moment.');

const isOffered = async (db: Db) => (await letterSettings(db)).offered;

async function assertOffered(db: Db): Promise<void> {
  if (!(await isOffered(db))) throw notOffered();
}

/**
 * Starts the letters of an address that was just verified: the account's letters, where it has an account.
 */
async function confirm(db: Db, email: string, schedule: Schedule) {
  const account = await provenOwner(db, caseless(email));
  const choice = { ...schedule, on: true, rhythm: 'weekly' as const };
  if (account) return queries.saveLetter(db, { userId: account.id }, choice);
  await insertSignup(db, email, 'letter');
  const signup = await queries.signupOf(db, email);
  if (!signup || !toBoolean(signup.has_access)) throw new HttpError('access-revoked', ACCESS_WITHDRAWN);
  return queries.saveLetter(db, { signupId: signup.id }, choice);
}

/** Applies an action. Throws 410 for an invalid token, or one of letters that were erased. */
async function act(
  { db, links }: Pick<LetterRoutesSetup, 'db' | 'links'>,
  token: string,
  action: Parameters<typeof queries.applyAction>[2],
) {
  const id = links.read(token);
  const row =
    id === null
      ? undefined
      : await db.transaction().execute((transaction) => queries.applyAction(transaction, id, action));
  if (!row) throw new HttpError('link-expired', DEAD_LINK);
  return row;
}
