import type { IncomingHttpHeaders } from 'node:http';
import type { Tier } from '#platform/http/serve/reader.ts';

/**
 * Tells whether a request is counted: never one of an administrator or editor, and none of a browser that
 * asks not to be tracked (DNT; Global Privacy Control, `Sec-GPC`).
 */
export const isCounted = (tier: Tier, headers: IncomingHttpHeaders): boolean =>
  tier !== 'admin' && tier !== 'editor' && headers.dnt !== '1' && headers['sec-gpc'] !== '1';
