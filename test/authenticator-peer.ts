import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/*
 * A WebAuthn authenticator and browser for server tests. Responds to the options of a ceremony by WebAuthn
 * Level 3, with ES256 keys and no attestation.
 */

interface CreationOptions {
  rp: { id: string };
  user: { id: string };
  challenge: string;
}
interface RequestOptions {
  rpId: string;
  challenge: string;
}

/** Deviations from the behavior of an honest browser and authenticator. */
interface Ceremony {
  origin: string;
  /** Default: the `rpId` of the options. */
  rpId?: string;
  /** Default: true. */
  userVerified?: boolean;
  /** Default: the previous count plus one. */
  signCount?: number;
  /** Default: the passkey's own handle. */
  userHandle?: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const base64url = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

/** Encodes values as CBOR (RFC 8949). Knows only the types that occur here. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as Buffer)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(type: number, length: number): Buffer {
  const major = type << 5;
  if (length < 24) return Buffer.from([major | length]);
  return length < 256
    ? Buffer.from([major | 24, length])
    : Buffer.from([major | 25, length >> 8, length & 255]);
}

/** A passkey of one authenticator. */
export class PasskeyPeer {
  readonly id = base64url(randomBytes(32));
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #signCount = 0;
  #userHandle = '';

  /** Returns the result of `navigator.credentials.create()`. */
  create(options: CreationOptions, ceremony: Ceremony) {
    this.#userHandle = options.user.id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey()]);
    const data = this.#authenticatorData(ceremony.rpId ?? options.rp.id, ceremony, credential);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', data],
    ]);
    return this.#response({
      clientDataJSON: base64url(clientData('webauthn.create', options.challenge, ceremony.origin)),
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal'],
    });
  }

  /** Returns the result of `navigator.credentials.get()`. */
  get(options: RequestOptions, ceremony: Ceremony) {
    const data = this.#authenticatorData(ceremony.rpId ?? options.rpId, ceremony);
    const client = clientData('webauthn.get', options.challenge, ceremony.origin);
    return this.#response({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey)),
      userHandle: ceremony.userHandle ?? this.#userHandle,
    });
  }

  #response<Response>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #authenticatorData(rpId: string, ceremony: Ceremony, credential = Buffer.alloc(0)): Buffer {
    this.#signCount = ceremony.signCount ?? this.#signCount + 1;
    const verified = ceremony.userVerified === false ? 0 : USER_VERIFIED;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#signCount);
    const flags = Buffer.from([USER_PRESENT | verified | (credential.length > 0 ? HAS_CREDENTIAL : 0)]);
    return Buffer.concat([sha256(rpId), flags, count, credential]);
  }

  /** Public key in COSE (RFC 9053): ES256 on P-256. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }
}

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
