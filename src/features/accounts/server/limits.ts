import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import { forgive, type Limit, spend } from '#platform/http/limits.ts';

const MINUTE = 60_000;
const TOO_MANY_LOGINS = 'Too many login attempts. Please try again later.';
const TOO_MANY_REGISTRATIONS = 'Too many account creation attempts. Please try again later.';
const TOO_MANY = 'That was asked for many times in a short while. Please try again later.';

/** Guesses are counted for a caller and a name together: an attacker cannot lock the owner out elsewhere. */
const GUESSES_AT_NAME: Limit = { name: 'login:guess', max: 10, window: 15 * MINUTE };
/** The same for every name that one caller tries. */
const GUESSES_OF_CALLER: Limit = { name: 'login:ip', max: 50, window: 15 * MINUTE };
const REGISTRATIONS_OF_CALLER: Limit = { name: 'register:ip', max: 30, window: 60 * MINUTE };
/** Guesses at the current password from within a session. */
const GUESSES_AT_OWN: Limit = { name: 'own-password', max: 10, window: 15 * MINUTE };
const MAILS_OF_CALLER: Limit = { name: 'account-mail:ip', max: 20, window: 60 * MINUTE };
const RESETS_TO_ADDRESS: Limit = { name: 'reset-link:address', max: 3, window: 15 * MINUTE };
const PROOFS_OF_ACCOUNT: Limit = { name: 'prove-email:account', max: 5, window: 60 * MINUTE };
/** The same for one mailbox, whichever accounts ask: a stranger's is not flooded, nor its codes guessed in numbers. */
const PROOFS_TO_ADDRESS: Limit = { name: 'prove-email:address', max: 5, window: 60 * MINUTE };
const REDEMPTIONS_OF_CALLER: Limit = { name: 'redeem:ip', max: 60, window: 15 * MINUTE };

const nameOf = (caller: string, username: string) => `${caller}|${caseless(username)}`;

/** Counts a login before it is judged, so that parallel guesses cannot outrun the count. */
export async function countLogin(db: Db, caller: string, username: string): Promise<void> {
  await spend(db, GUESSES_OF_CALLER, caller, TOO_MANY_LOGINS);
  await spend(db, GUESSES_AT_NAME, nameOf(caller, username), TOO_MANY_LOGINS);
}

/** The login was no guess: it is taken off the caller's count again, and the name starts anew. */
export async function forgiveLogin(db: Db, caller: string, username: string): Promise<void> {
  await forgive(db, GUESSES_AT_NAME, nameOf(caller, username));
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', `${GUESSES_OF_CALLER.name}:${caller}`)
    .where('count', '>', 0)
    .execute();
}

export const countRegistration = (db: Db, caller: string) =>
  spend(db, REGISTRATIONS_OF_CALLER, caller, TOO_MANY_REGISTRATIONS);

export const countOwnPasswordGuess = (db: Db, caller: string, userId: number) =>
  spend(db, GUESSES_AT_OWN, `${caller}|${userId}`, TOO_MANY);

export async function countResetLink(db: Db, caller: string, email: string): Promise<void> {
  await spend(db, MAILS_OF_CALLER, caller, TOO_MANY);
  await spend(db, RESETS_TO_ADDRESS, caseless(email), TOO_MANY);
}

export async function countProof(db: Db, caller: string, userId: number, email: string): Promise<void> {
  await spend(db, MAILS_OF_CALLER, caller, TOO_MANY);
  await spend(db, PROOFS_OF_ACCOUNT, String(userId), TOO_MANY);
  await spend(db, PROOFS_TO_ADDRESS, caseless(email), TOO_MANY);
}

export const countRedemption = (db: Db, caller: string) => spend(db, REDEMPTIONS_OF_CALLER, caller, TOO_MANY);
