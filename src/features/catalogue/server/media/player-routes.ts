import '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve/serve.ts';
import { PLAYER_COOKIE } from '../../contract/calls.ts';
import { savePlayerPreferences } from '../../contract/endpoints.ts';

/** Seconds. Browsers cut a cookie's life at 400 days; each change begins it anew. */
const LIFETIME = 400 * 24 * 60 * 60;

/** Keeps the player's preferences in a cookie that scripts can read. */
export function playerRoutes(app: FastifyInstance, secure: boolean): void {
  serve(app, savePlayerPreferences, async ({ body, reply }) => {
    reply.setCookie(PLAYER_COOKIE, JSON.stringify(body), {
      path: '/',
      sameSite: 'lax',
      secure,
      maxAge: LIFETIME,
    });
  });
}
