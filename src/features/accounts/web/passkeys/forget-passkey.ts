/**
 * Tells the browser that no account has a passkey any more, so that it stops offering it (WebAuthn Level 3,
 * `signalUnknownCredential`). Browsers that do not know this go on offering it.
 */
export function forgetPasskey(credentialId: string): void {
  const { hostname: rpId } = location;
  const done = globalThis.PublicKeyCredential?.signalUnknownCredential?.({ rpId, credentialId });
  done?.catch(() => {});
}
