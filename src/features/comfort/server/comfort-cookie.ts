import '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import { COMFORT_COOKIE } from '../contract/calls.ts';
import type { Comfort } from '../contract/schemas.ts';

/** In seconds. Browsers limit a cookie's lifetime to 400 days, which each change restarts. */
const LIFETIME = 400 * 24 * 60 * 60;

/** Sets the cookie with a browser's choices. */
export function setComfortCookie(reply: FastifyReply, comfort: Comfort, secure: boolean): void {
  reply.setCookie(COMFORT_COOKIE, JSON.stringify(comfort), {
    path: '/',
    sameSite: 'lax',
    secure,
    maxAge: LIFETIME,
  });
}
