import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { Api } from '#platform/web/api-client.ts';
import { ApiError, failureText, hasCode } from '#platform/web/api-error.ts';
import * as calls from '../../contract/passkey-calls.ts';
import type {
  addPasskey,
  newPasskeyOptions,
  passkeySignIn,
  passkeySignInOptions,
} from '../../contract/passkey-endpoints.ts';
import type { PasskeyEntry } from '../../contract/passkey-schemas.ts';
import type { User } from '../../contract/schemas.ts';
import { forgetPasskey } from './forget-passkey.ts';

type CreationJson = Parameters<typeof startRegistration>[0]['optionsJSON'];
type AuthenticationJson = Awaited<ReturnType<typeof startAuthentication>>;
type RequestJson = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Time in ms for a response to reach the server before its challenge expires. */
const WAY_BACK = 15_000;

/** Creates a passkey in the browser and adds it to the account. */
export async function createPasskey(
  api: Api,
  { name, currentPassword }: { name: string; currentPassword: string },
): Promise<PasskeyEntry> {
  const body = { currentPassword };
  const options = await api<typeof newPasskeyOptions>(calls.newPasskeyOptions, { body });
  const response = await startRegistration({ optionsJSON: options as CreationJson });
  return api<typeof addPasskey>(calls.addPasskey, { body: { name, response } });
}

/** Ends the browser's pending request, if there is one. */
export const cancelCeremony = (): void => WebAuthnAbortService.cancelCeremony();

/** Logs in with a passkey that the reader chooses in the browser. */
export async function signInWithPasskey(api: Api): Promise<User> {
  return sendUse(api, await startAuthentication({ optionsJSON: await requestOptions(api) }));
}

async function sendUse(api: Api, response: AuthenticationJson): Promise<User> {
  try {
    return await api<typeof passkeySignIn>(calls.passkeySignIn, { body: response });
  } catch (error) {
    if (hasCode(error, 'passkey-unknown')) forgetPasskey(response.id);
    throw error;
  }
}

/**
 * Offers passkeys among the suggestions of the username field until the reader chooses one, or `signal`
 * aborts. Renews the challenge before it expires. Returns the user; null when the offer ended without one.
 */
export async function offerPasskeys(api: Api, signal: AbortSignal): Promise<User | null> {
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  while (!signal.aborted) {
    const optionsJSON = await requestOptions(api);
    if (signal.aborted) return null;
    const renewal = AbortSignal.timeout((optionsJSON.timeout ?? 0) - WAY_BACK);
    try {
      return await sendUse(api, await offerUntil(optionsJSON, [signal, renewal]));
    } catch (error) {
      if (error instanceof ApiError) throw error;
      // The reader closed the suggestions, or the browser does not support them: the form stays.
      if (!renewal.aborted) return null;
    }
  }
  return null;
}

async function offerUntil(optionsJSON: RequestJson, ends: readonly AbortSignal[]) {
  const over = new AbortController();
  const cancel = async () => {
    WebAuthnAbortService.cancelCeremony();
    // The library makes the same check before a ceremony. A ceremony that has not begun is canceled now.
    await browserSupportsWebAuthnAutofill();
    if (!over.signal.aborted) WebAuthnAbortService.cancelCeremony();
  };
  for (const end of ends) end.addEventListener('abort', () => void cancel(), { signal: over.signal });
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true });
  } finally {
    over.abort();
  }
}

const requestOptions = async (api: Api) =>
  (await api<typeof passkeySignInOptions>(calls.passkeySignInOptions, { body: {} })) as RequestJson;

const KNOWN = 'This device already has a passkey for your account.';
const NO_LOCK = 'This device cannot check who you are. Set up a fingerprint, face or PIN first.';

/** Explains why a ceremony failed. */
export function passkeyFailure(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return failureText(error, otherwise);
  const code = error instanceof WebAuthnError ? error.code : undefined;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return KNOWN;
  if (code?.startsWith('ERROR_AUTHENTICATOR_MISSING_')) return NO_LOCK;
  return otherwise;
}
