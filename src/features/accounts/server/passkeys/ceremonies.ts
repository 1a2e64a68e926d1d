import type { z } from 'zod';
import type { Db } from '#platform/database/open.ts';
import { newSecret } from '#platform/http/guard/tokens.ts';
import { HttpError, invalidInput } from '#platform/http/serve/errors.ts';
import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from '../../contract/passkey-schemas.ts';
import { CHALLENGE_MS, issueChallenge, redeemChallenge } from './challenges.ts';
import type { PasskeyRow } from './passkeys.ts';

/*
 * The two ceremonies of WebAuthn. The browser binds a passkey to the site's host name, and signs the origin
 * of its use. Both come from the configured origin, never from a request.
 */

/** Loaded with the first passkey, because its certificate parsers are large. */
const library = () => import('@simplewebauthn/server');

const EXPIRED = 'That took too long, or was already used. Please try again.';
const NOT_CREATED = 'The passkey could not be checked. Please try again.';
const NOT_VALID = 'This passkey does not open an account here. Please log in another way.';

const toBytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));
const toBase64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Derives WebAuthn's relying party from the site's origin. */
const partyOf = (publicUrl: string) => {
  const { hostname, origin } = new URL(publicUrl);
  return { expectedRPID: hostname, expectedOrigin: origin };
};

interface Owner {
  id: number;
  username: string;
  passkeys: readonly PasskeyRow[];
  site: string;
}

/** Makes the options for a new passkey of an account. Excludes devices that already have one. */
export async function creationOptions(
  db: Db,
  publicUrl: string,
  { id, username, passkeys, site }: Owner,
): Promise<z.input<typeof CreationOptions>> {
  const { generateRegistrationOptions } = await library();
  // Random, so that it reveals nothing about the person.
  const userHandle = passkeys[0]?.user_handle ?? newSecret();
  return generateRegistrationOptions({
    rpName: site,
    rpID: partyOf(publicUrl).expectedRPID,
    userName: username,
    userDisplayName: username,
    userID: toBytes(userHandle),
    challenge: toBytes(await issueChallenge(db, 'register', { userId: id, userHandle })),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: passkeys.map((row) => ({
      id: row.credential_id,
      transports: JSON.parse(row.transports) as string[],
    })),
    // Resident: found without a username. Verified: by finger, face or PIN, because a device may be stolen.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  }) as Promise<z.input<typeof CreationOptions>>;
}

/** Makes the options for a login with any passkey of the site. */
export async function requestOptions(db: Db, publicUrl: string): Promise<z.input<typeof RequestOptions>> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: partyOf(publicUrl).expectedRPID,
    challenge: toBytes(await issueChallenge(db, 'sign-in')),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  });
}

/** Verifies the response to {@link creationOptions}. Throws 410 (challenge used) or 400 (wrong response). */
export async function verifyCreation(
  db: Db,
  publicUrl: string,
  userId: number,
  response: z.output<typeof RegistrationResponse>,
) {
  const { verifyRegistrationResponse } = await library();
  const challenge = challengeCheck((given) => redeemChallenge(db, 'register', given, userId));
  const result = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    ...partyOf(publicUrl),
    expectedChallenge: challenge.check,
    requireUserVerification: true,
  }).catch(() => ({ verified: false as const }));
  const used = challenge.used();
  if (used === 'dead') throw new HttpError('passkey-expired', EXPIRED);
  if (!result.verified || !used?.user_handle) throw invalidInput(NOT_CREATED);
  const { credential, credentialBackedUp } = result.registrationInfo;
  return {
    user_handle: used.user_handle,
    credential_id: credential.id,
    public_key: toBase64url(credential.publicKey),
    sign_count: credential.counter,
    transports: response.response.transports ?? [],
    isBackedUp: credentialBackedUp,
  };
}

/**
 * Verifies the response to {@link requestOptions} with the passkey that it names. Throws 410 for a used
 * challenge, 401 for an unknown passkey or a wrong response. A sign count that did not grow counts as wrong,
 * because somebody may have copied the key.
 */
export async function verifyUse(
  db: Db,
  publicUrl: string,
  passkey: PasskeyRow | undefined,
  response: z.output<typeof AuthenticationResponse>,
): Promise<{ passkey: PasskeyRow; signCount: number; isBackedUp: boolean }> {
  const { verifyAuthenticationResponse } = await library();
  if (!passkey) throw new HttpError('passkey-unknown', NOT_VALID);
  if (response.response.userHandle !== passkey.user_handle) throw refusedPasskey();
  const challenge = challengeCheck((given) => redeemChallenge(db, 'sign-in', given));
  const result = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    ...partyOf(publicUrl),
    expectedChallenge: challenge.check,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: toBytes(passkey.public_key),
      counter: passkey.sign_count,
    },
  }).catch(() => undefined);
  if (challenge.used() === 'dead') throw new HttpError('passkey-expired', EXPIRED);
  if (!result?.verified) throw refusedPasskey();
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  return { passkey, signCount: newCounter, isBackedUp: credentialBackedUp };
}

export const refusedPasskey = () => new HttpError('passkey-refused', NOT_VALID);

/** The library calls `check` with the signed challenge, and throws for any invalid part. */
function challengeCheck(use: (challenge: string) => ReturnType<typeof redeemChallenge>) {
  let used: { user_handle: string | null } | 'dead' | undefined;
  return {
    /** The challenge's row; undefined when the library never called `check`. */
    used: () => used,
    check: async (challenge: string) => {
      used = (await use(challenge)) ?? 'dead';
      return used !== 'dead';
    },
  };
}
