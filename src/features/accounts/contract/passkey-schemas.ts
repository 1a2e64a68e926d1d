import { z } from 'zod';

/*
 * The JSON forms of WebAuthn Level 3, section 5.1. Schemas check lengths, and the server's library the rest.
 */

/** Bytes in base64url. The attestations of hardware keys take some thousand characters. */
const Bytes = z
  .string()
  .max(16_000)
  .regex(/^[\w-]*=*$/);
/** A credential's id has at most 1023 bytes. */
const CredentialId = Bytes.min(1).max(1400);

/** The site uses no extension. */
const Extensions = z.object({ credProps: z.unknown().optional() }).default({});
const Attachment = z.enum(['platform', 'cross-platform']).optional();
const Transport = z.string().max(30);

/** The result of `navigator.credentials.create()`. */
export const RegistrationResponse = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: Attachment,
  clientExtensionResults: Extensions,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(Transport).max(10).optional(),
  }),
});

/** The result of `navigator.credentials.get()`. */
export const AuthenticationResponse = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: Attachment,
  clientExtensionResults: Extensions,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.optional(),
  }),
});

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});
const UserVerification = z.enum(['required', 'preferred', 'discouraged']);

/** Argument of `navigator.credentials.create()`. */
export const CreationOptions = z.object({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  /** In ms. */
  timeout: z.number().optional(),
  excludeCredentials: z.array(Descriptor).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.enum(['required', 'preferred', 'discouraged']).optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: UserVerification.optional(),
    })
    .optional(),
  attestation: z.enum(['none', 'direct', 'enterprise', 'indirect']).optional(),
});

/** Argument of `navigator.credentials.get()`. */
export const RequestOptions = z.object({
  challenge: z.string(),
  /** In ms: the challenge's lifetime. */
  timeout: z.number().optional(),
  rpId: z.string().optional(),
  userVerification: UserVerification.optional(),
});

/** A passkey, as its owner sees it. */
export const PasskeyEntry = z.object({
  id: z.number(),
  /** Its id in the browser, in base64url. */
  credentialId: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** The authenticator's vendor copies it to the owner's other devices. */
  backedUp: z.boolean(),
});
export type PasskeyEntry = z.infer<typeof PasskeyEntry>;
