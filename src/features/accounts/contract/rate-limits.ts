import type { RateLimit, RequestLimit } from '#platform/http/contract/rate-limit.ts';
import { DAY, HOUR, MINUTE } from '#platform/text/time-units.ts';

const TOO_MANY_LOGINS = 'Too many login attempts. Please try again later.';

/** All logins of one caller, because each occupies a core for tens of milliseconds. */
export const LOGINS_OF_CALLER: RequestLimit = {
  name: 'login:all',
  max: 200,
  window: 15 * MINUTE,
  by: ['caller'],
  unlessEmpty: 'password',
  message: TOO_MANY_LOGINS,
};

/** Successful logins to one account. */
export const LOGINS_TO_ACCOUNT: RequestLimit = {
  name: 'login:done',
  max: 60,
  window: 15 * MINUTE,
  by: ['body.username'],
  message: TOO_MANY_LOGINS,
};

/** Guesses of one caller at any name. A successful login does not count. */
export const GUESSES_OF_CALLER: RequestLimit = {
  name: 'login:ip',
  max: 50,
  window: 15 * MINUTE,
  by: ['caller'],
  // An empty password is no guess, but a refresh of the signed-in user.
  unlessEmpty: 'password',
  message: TOO_MANY_LOGINS,
};

/**
 * Guesses of one caller at one name, so that an attacker cannot lock the owner out elsewhere. A login clears
 * them.
 */
export const GUESSES_AT_NAME: RequestLimit = {
  name: 'login:guess',
  max: 10,
  window: 15 * MINUTE,
  by: ['caller', 'body.username'],
  unlessEmpty: 'password',
  message: TOO_MANY_LOGINS,
};

/*
 * The handler spends the next two, because it knows the device. Guesses from many networks reach an account's
 * limit, but never lock its owner's devices out. A new device can still sign in by a mailed link.
 */

/** Guesses at one name from everywhere, except from devices that have signed in to its account. */
export const GUESSES_AT_ACCOUNT: RequestLimit = {
  name: 'login:account',
  max: 50,
  window: HOUR,
  by: ['body.username'],
  message: TOO_MANY_LOGINS,
};

/** Guesses from one device that has signed in to the account. */
export const GUESSES_OF_DEVICE: RateLimit = {
  name: 'login:device',
  max: 20,
  window: HOUR,
  message: TOO_MANY_LOGINS,
};

/** A check takes milliseconds of a processor. A person who chooses a password causes some dozen. */
export const PASSWORD_CHECKS_OF_CALLER: RequestLimit = {
  name: 'password-check:ip',
  max: 150,
  window: 15 * MINUTE,
  by: ['caller'],
};

export const REGISTRATIONS_OF_CALLER: RequestLimit = {
  name: 'register:ip',
  max: 30,
  window: HOUR,
  by: ['caller'],
  message: 'Too many account creation attempts. Please try again later.',
};

/** Registering sends a mail. */
export const REGISTRATIONS_TO_MAILBOX: RequestLimit = {
  name: 'register:mailbox',
  max: 5,
  window: HOUR,
  by: ['mailbox.email'],
  message: 'Too many account creation attempts. Please try again later.',
};

/** Mails of every kind to account holders that one caller causes. */
export const MAILS_OF_CALLER: RequestLimit = {
  name: 'account-mail:ip',
  max: 20,
  window: HOUR,
  by: ['caller'],
};

/* Handlers spend the limits below, because they know the device and whether a guess or a mail happens. */

/** Links to one mailbox requested from anywhere, except from devices of its account. */
export const RESET_LINKS_TO_ADDRESS: RequestLimit = {
  name: 'reset-link:address',
  max: 3,
  window: 15 * MINUTE,
  by: ['mailbox.email'],
};

/** The same for a day, so that nobody fills a mailbox slowly. */
export const RESET_LINKS_A_DAY: RequestLimit = {
  name: 'reset-link:day',
  max: 10,
  window: DAY,
  by: ['mailbox.email'],
};

/** Links requested from one device that has signed in to the account. */
export const RESET_LINKS_OF_DEVICE: RateLimit = {
  name: 'reset-link:device',
  max: 3,
  window: 15 * MINUTE,
};

/** Mails about new devices to one account, because a browser without cookies is always new. */
export const NEW_DEVICE_MAILS: RateLimit = {
  name: 'new-device-mail',
  max: 3,
  window: DAY,
};

/** Guesses at the current password within a session. */
export const GUESSES_AT_OWN_PASSWORD: RequestLimit = {
  name: 'own-password',
  max: 10,
  window: 15 * MINUTE,
  by: ['caller', 'account'],
};

/** A download reads everything of an account, and its security event stays for months. */
export const DOWNLOADS_OF_ACCOUNT: RequestLimit = {
  name: 'own-data:account',
  max: 30,
  window: HOUR,
  by: ['account'],
};

export const PROOFS_OF_ACCOUNT: RequestLimit = {
  name: 'prove-email:account',
  max: 5,
  window: HOUR,
  by: ['account'],
};

/** Proofs to one mailbox from all accounts, against floods and guesses at many codes. */
export const PROOFS_TO_ADDRESS: RequestLimit = {
  name: 'prove-email:address',
  max: 5,
  window: HOUR,
  by: ['mailbox.email'],
};
