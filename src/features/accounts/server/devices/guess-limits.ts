import type { FastifyRequest } from 'fastify';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import { giveBack, spend } from '#platform/http/guard/rate-limits.ts';
import type { HandlerContext } from '#platform/http/serve/serve.ts';
import {
  GUESSES_AT_ACCOUNT,
  GUESSES_OF_DEVICE,
  RESET_LINKS_A_DAY,
  RESET_LINKS_OF_DEVICE,
  RESET_LINKS_TO_ADDRESS,
} from '../../contract/rate-limits.ts';
import type { KnownDevices } from './known-devices.ts';

interface Guess {
  request: FastifyRequest;
  limits: HandlerContext['limits'];
  devices: KnownDevices;
}

/**
 * Counts a guess at an account's password before the password is verified: on a device of the account for
 * that device, elsewhere for the account. Throws 429. Returns a function that takes the guess back after a
 * right password.
 */
export async function spendGuess(
  db: Db,
  { request, limits, devices }: Guess,
  username: string,
  userId: number | undefined,
): Promise<() => Promise<void>> {
  const device = devices.idOf(request, userId);
  if (device === null) {
    await limits.spend(GUESSES_AT_ACCOUNT, { userId });
    return () => limits.giveBack(GUESSES_AT_ACCOUNT);
  }
  const subject = `${device}|${caseless(username)}`;
  await spend(db, GUESSES_OF_DEVICE, subject, () =>
    request.log.warn({ limit: GUESSES_OF_DEVICE.name, userId }, 'a rate limit is reached'),
  );
  return () => giveBack(db, GUESSES_OF_DEVICE, subject);
}

/** Counts a mailed reset link: for a device of the account, or else for the mailbox. */
export async function spendResetLink(
  db: Db,
  { request, limits, devices }: Guess,
  userId: number | undefined,
): Promise<void> {
  const device = devices.idOf(request, userId);
  if (device !== null) return spend(db, RESET_LINKS_OF_DEVICE, device);
  for (const limit of [RESET_LINKS_TO_ADDRESS, RESET_LINKS_A_DAY]) await limits.spend(limit, { userId });
}
