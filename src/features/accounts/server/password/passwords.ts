import { hash, verify } from '@node-rs/argon2';
import { HttpError } from '#platform/http/serve/errors.ts';

/*
 * argon2id with the library's defaults: 19 MiB and two passes, as OWASP recommends. A run occupies a core for
 * tens of milliseconds, so only a few run at once and the others queue.
 */

const MAX_RUNNING = 2;
/** Maximum queue length. A longer queue would take many seconds; callers beyond it get 503. */
const MAX_QUEUED = 200;
let running = 0;
const queue: (() => void)[] = [];

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    if (queue.length >= MAX_QUEUED)
      throw new HttpError('overloaded', 'The site is very busy right now. Please try again.', {
        retryAfter: 5,
      });
    // A finished run hands over its slot, so that no new caller overtakes the queue.
    await new Promise<void>((resolve) => queue.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}

export const hashPassword = (password: string): Promise<string> => queued(() => hash(password));

/** A hash of discarded random bytes, with the same parameters as real ones. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$TtcQqRf9V01r1OiMaIdzEQ$eayGeEJ1dvAtYzkdW9HpPVEdZ400mR5V/niSNLvsUXw';

/**
 * Verifies a password. Without a stored hash (unknown name, account without a password) verifies a dummy, so
 * that timing reveals nothing. A malformed hash counts as a mismatch.
 */
export async function passwordMatches(
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await queued(() => verify(storedHash ?? DUMMY_HASH, password).catch(() => false));
  return matches && storedHash !== null && storedHash !== undefined;
}
