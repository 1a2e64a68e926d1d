import { hash, verify } from '@node-rs/argon2';
import { HttpError } from '#platform/http/errors.ts';

/* argon2id with the library's defaults: 19 MiB, two passes (OWASP's recommendation). Each run takes a core for
   tens of milliseconds and 19 MiB, so only a few run at once and the rest wait their turn. */

const AT_ONCE = 2;
/** More than this would wait for many seconds: those callers are told to come back instead. */
const MOST_WAITING = 200;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING)
      throw new HttpError(503, 'Many people are signing in at the moment. Please try again.', {
        retryAfter: 5,
      });
    // Whoever finishes hands its place over, so that nobody slips in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password));

/** The hash of random bytes that nobody kept, made with the same parameters as every other. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$TtcQqRf9V01r1OiMaIdzEQ$eayGeEJ1dvAtYzkdW9HpPVEdZ400mR5V/niSNLvsUXw';

/**
 * Whether the password fits. Without a hash (an unknown name, an account without a password) a dummy is verified
 * all the same, so that both cases take equally long. A malformed hash counts as a mismatch.
 */
export async function passwordFits(
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const fits = await inTurn(() => verify(storedHash ?? NOBODYS_HASH, password).catch(() => false));
  return fits && storedHash !== null && storedHash !== undefined;
}
