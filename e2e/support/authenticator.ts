import type { CDPSession, Page } from 'playwright-core';

/** Virtual authenticator of Chromium, like a device with a fingerprint reader. */
interface Authenticator {
  /** Whether it responds without user interaction, as if a finger were on the reader. */
  setPresent(present: boolean): Promise<void>;
  /** Counts its passkeys. */
  count(): Promise<number>;
  /** Removes the authenticator and its passkeys. */
  remove(): Promise<void>;
}

/** Adds an authenticator to a page, which responds to every request at once. */
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
