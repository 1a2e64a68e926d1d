import { z } from 'zod';
import type { PurgeAddress } from './purge-target.ts';

const url = z.url({ protocol: /^https?$/ });
const PART = /^(?:(PURGE|POST) )?(\S+)$/;

/** Parses addresses of shared caches, each with the prefix `POST ` for a CDN's API. */
export const purgeAddresses = z.string().transform((value, context) => {
  const parts = value.split(',').map((part) => part.trim());
  return parts.map((part): PurgeAddress => {
    const [, method = 'PURGE', address = ''] = PART.exec(part) ?? [];
    if (!url.safeParse(address).success)
      context.addIssue('must be a list such as http://10.0.0.5:6081/,POST https://api.example.org/purge');
    return { method: method as PurgeAddress['method'], url: address };
  });
});
