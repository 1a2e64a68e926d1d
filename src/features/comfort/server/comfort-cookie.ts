import '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import { COMFORT_COOKIE } from '../contract/calls.ts';
import type { Comfort } from '../contract/schemas.ts';

/** Seconds. Browsers cut a cookie's life at 400 days; each change begins it anew. */
const LIFETIME = 400 * 24 * 60 * 60;

/** Gives a browser its choices. */
export function setComfortCookie(reply: FastifyReply, comfort: Comfort, secure: boolean): void {
  reply.setCookie(COMFORT_COOKIE, JSON.stringify(comfort), {
    path: '/',
    sameSite: 'lax',
    secure,
    maxAge: LIFETIME,
  });
}
