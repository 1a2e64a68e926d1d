import { randomBytes } from 'node:crypto';

/** Makes the last part of an upload's address. */
export const newToken = (): string => randomBytes(16).toString('hex');
