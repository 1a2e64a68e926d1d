import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/* argon2id with the library's defaults: 19 MiB, two passes (OWASP's recommendation). Each run takes a core for
   tens of milliseconds and 19 MiB, so only a few run at once and the rest wait their turn. */

const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password));

let dummyHash: Promise<string> | undefined;

/**
 * Whether the password fits. Without a hash (an unknown name, an account without a password) a dummy is verified
 * all the same, so that both cases take equally long. A malformed hash counts as a mismatch.
 */
export async function passwordFits(
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(16).toString('hex'));
  const against = storedHash ?? (await dummyHash);
  const fits = await inTurn(() => verify(against, password).catch(() => false));
  return fits && storedHash !== null && storedHash !== undefined;
}
