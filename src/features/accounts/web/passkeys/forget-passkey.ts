/**
 * Reports to the browser that the passkey is unknown, so that it stops offering it (WebAuthn Level 3,
 * `signalUnknownCredential`). Browsers without this function still offer it.
 */
export function forgetPasskey(credentialId: string): void {
  const { hostname: rpId } = location;
  const done = globalThis.PublicKeyCredential?.signalUnknownCredential?.({ rpId, credentialId });
  done?.catch(() => {});
}
