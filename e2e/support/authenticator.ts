import type { CDPSession, Page } from 'playwright-core';

/** A virtual authenticator of Chromium, as a device with a fingerprint reader has one. */
interface Authenticator {
  /** Whether it answers by itself, as if a finger were on it. */
  setPresent(present: boolean): Promise<void>;
  /** Counts its passkeys. */
  count(): Promise<number>;
  /** Takes it away with its passkeys. */
  remove(): Promise<void>;
}

/** Gives a page an authenticator that answers every request at once. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const session = await sessionOf(page);
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setPresent: async (enabled) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    count: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    remove: async () => {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
  };
}

const sessions = new WeakMap<Page, CDPSession>();

async function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page);
  if (known) return known;
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  sessions.set(page, session);
  return session;
}
