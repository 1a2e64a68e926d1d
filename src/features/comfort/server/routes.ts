import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../contract/endpoints.ts';
import { setComfortCookie } from './comfort-cookie.ts';
import { comfortOf, storeComfort } from './queries.ts';

/**
 * Stores the choices in a cookie that scripts read before the first paint, and members' choices with the
 * account.
 */
export function comfortRoutes(app: FastifyInstance, db: Db, secure: boolean): void {
  serve(app, contract.getComfort, async ({ reader, reply }) => {
    const comfort = await comfortOf(db, reader.userId);
    if (comfort) setComfortCookie(reply, comfort, secure);
    return comfort;
  });

  serve(app, contract.saveComfort, async ({ reader, body, reply }) => {
    if (reader.userId !== null) await storeComfort(db, reader.userId, body);
    setComfortCookie(reply, body, secure);
  });
}
