import '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve/serve.ts';
import { PLAYER_COOKIE } from '../../contract/calls.ts';
import { savePlayerPreferences } from '../../contract/endpoints.ts';

/** Seconds. Browsers limit a cookie's lifetime to 400 days, counted from its last change. */
const LIFETIME = 400 * 24 * 60 * 60;

/** Stores the player's preferences in a cookie that scripts can read. */
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
