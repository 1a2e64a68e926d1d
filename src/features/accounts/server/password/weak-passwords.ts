import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { HttpError } from '#platform/http/serve/errors.ts';

/** The owner's name and address, of which a password must not consist. */
interface PasswordOwner {
  username?: string | null;
  email?: string | null | undefined;
}

/** Length above which a password is not estimated: several words are strong, and an estimate takes long. */
const NOT_ESTIMATED = 20;
/**
 * Number of guesses below which a password is weak. Rate limits allow 50 guesses an hour; eight random
 * characters count as 1e8.
 */
const MIN_GUESSES = 1e7;
/** Words of this site, which attackers try here first. */
const OWN_WORDS = ['stillwater', 'still', 'water', 'ocean', 'wave', 'droplet'];

const WEAK = 'This password is too common. Please choose a different one.';

let estimator: Promise<ZxcvbnFactory> | undefined;

/**
 * Loads the estimator with its dictionaries: 40 MB, and half a second in which the process serves nothing
 * else.
 */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
}

/** Preloads the estimator. Otherwise the first new password waits for it. */
export async function readyEstimator(): Promise<void> {
  estimator ??= load();
  await estimator;
}

/**
 * Whether an attacker guesses a password within ten million attempts, or it is the owner's name or address.
 */
export async function isWeakPassword(password: string, { username, email }: PasswordOwner): Promise<boolean> {
  const own = [username, email, ...(email?.split('@') ?? [])].filter((word) => word != null && word !== '');
  const plain = password.toLowerCase();
  if (own.some((word) => word?.toLowerCase() === plain)) return true;
  if (password.length >= NOT_ESTIMATED) return false;
  estimator ??= load();
  // Attackers first append a sign to known passwords.
  const core = /^(.+?)[^\p{L}\p{N}]?$/su.exec(password)?.[1] ?? password;
  const { guesses } = (await estimator).check(core, [...OWN_WORDS, ...(own as string[])]);
  return guesses < MIN_GUESSES;
}

/** Throws 400 for a password that satisfies `PASSWORD_RULE` but is easy to guess. */
export async function refuseWeakPassword(password: string, owner: PasswordOwner): Promise<void> {
  if (await isWeakPassword(password, owner))
    throw new HttpError('common-password', WEAK, { issues: [{ path: 'password', message: WEAK }] });
}
