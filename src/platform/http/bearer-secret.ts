import { hash, randomBytes } from 'node:crypto';

/* Secrets that people carry: in a cookie, in a mailed link. Only the hash is stored, so a copy of the table opens nothing. */

export const newSecret = (): string => randomBytes(32).toString('base64url');

export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');
