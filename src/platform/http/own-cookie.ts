import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A cookie of ours that no script reads and no other site sends. On https its name carries the `__Host-` promise (Secure,
 * Path=/, no Domain); on plain http it has another name, because browsers refuse the promise there and Safari drops Secure
 * cookies.
 */
export class OwnCookie {
  readonly name: string;
  readonly #attributes;

  constructor(name: string, secure: boolean) {
    this.name = secure ? `__Host-${name}` : name;
    this.#attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  }

  value(request: FastifyRequest): string | undefined {
    return request.cookies[this.name];
  }

  /** `lives`: seconds. */
  set(reply: FastifyReply, value: string, lives: number): void {
    reply.setCookie(this.name, value, { ...this.#attributes, maxAge: lives });
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.name, this.#attributes);
  }
}
