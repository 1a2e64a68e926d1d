import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/* Creates a signing certificate for each peer, so that the repository stores no key. */

export interface PeerCertificate {
  pem: string;
  /** Signs as PayPal does: SHA-256 with RSA, in base64. */
  sign(text: string): string;
}

/** Creates a self-signed certificate. A past `validTo` makes it expired. */
export function makeCertificate(validFrom: Date, validTo: Date): PeerCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const der = certificateOf(publicKey, privateKey, validFrom, validTo);
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    pem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    sign: (text) => sign('sha256', Buffer.from(text), privateKey).toString('base64'),
  };
}

/* Parts of DER and X.509 version 1 (RFC 5280, 4.1) for the certificate. */

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const GENERALIZED_TIME = 0x18;
const NULL = Buffer.from([0x05, 0x00]);
const COMMON_NAME = Buffer.from('550403', 'hex');
const SHA256_WITH_RSA = Buffer.from('2a864886f70d01010b', 'hex');

function certificateOf(publicKey: KeyObject, privateKey: KeyObject, from: Date, to: Date): Buffer {
  const algorithm = element(SEQUENCE, element(OBJECT_ID, SHA256_WITH_RSA), NULL);
  const commonName = element(UTF8_STRING, Buffer.from('a peer of the tests'));
  const name = element(
    SEQUENCE,
    element(SET, element(SEQUENCE, element(OBJECT_ID, COMMON_NAME), commonName)),
  );
  const content = element(
    SEQUENCE,
    element(INTEGER, Buffer.from([1])),
    algorithm,
    name,
    element(SEQUENCE, timeOf(from), timeOf(to)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', content, privateKey);
  return element(SEQUENCE, content, algorithm, element(BIT_STRING, Buffer.from([0]), signature));
}

const timeOf = (date: Date) =>
  element(GENERALIZED_TIME, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`));

function element(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}
