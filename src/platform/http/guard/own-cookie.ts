import '@fastify/cookie';
import type { FastifyReply } from 'fastify';

/**
 * A cookie that scripts cannot read and other sites cannot send. On https its name has the prefix `__Host-`
 * (Secure, Path=/, no Domain). On http it has none, because browsers refuse the prefix there, and Safari
 * drops Secure cookies.
 */
export class OwnCookie {
  readonly name: string;
  readonly #attributes;

  constructor(name: string, secure: boolean) {
    this.name = secure ? `__Host-${name}` : name;
    this.#attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  }

  /** `maxAge` in seconds; without it, the cookie ends with the browser session. */
  set(reply: FastifyReply, value: string, maxAge?: number): void {
    reply.setCookie(
      this.name,
      value,
      maxAge === undefined ? this.#attributes : { ...this.#attributes, maxAge },
    );
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.name, this.#attributes);
  }
}
