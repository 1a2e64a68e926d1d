import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Db } from '../database/open.ts';
import type { Endpoint } from '../http/contract/endpoint.ts';
import { serve } from '../http/serve/serve.ts';

/* One-click stop of recurring mails in mail programs (RFC 8058). */

type OneClick = Endpoint & {
  access: 'anyone';
  query: z.ZodType<{ token: string }>;
  answers: { 204: null };
};

/** Returns the headers of a mail that this address stops. */
export const oneClickHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Deletes queued mails to an address that this path stops, because none may be sent after the press. */
export async function withdrawMails(db: Db, email: string, path: string): Promise<void> {
  await db
    .deleteFrom('mails')
    // Must equal the expression of the index `mails_recipient`.
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), '=', eb.fn<string>('lower', [eb.val(email)])))
    .where('headers', 'like', `%${path}?%`)
    .where('sent_at', 'is', null)
    .execute();
}

/**
 * Serves the address in those headers. Mail programs send a form, whose body is ignored. Browsers open the
 * address, which has no effect and redirects to a page with a button, with token and action in the fragment.
 */
export async function serveOneClick(
  app: FastifyInstance,
  endpoint: OneClick,
  { page, stop }: { page: string; stop(token: string): Promise<unknown> },
): Promise<void> {
  // A scope of its own, because mail programs send a form.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, {}));
    serve<OneClick>(scope, endpoint, async ({ query }) => {
      await stop(query.token);
    });
  });

  app.get<{ Querystring: { token?: unknown } }>(
    endpoint.path,
    { config: { impersonal: true } },
    (request, reply) => {
      const { token } = request.query;
      const fragment = typeof token === 'string' ? `#token=${encodeURIComponent(token)}&do=stop` : '';
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(page + fragment, 303);
    },
  );
}
