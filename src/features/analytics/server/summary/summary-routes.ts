import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import type { MailLinks } from '#platform/mail/mail-links.ts';
import { serveOneClick } from '#platform/mail/one-click.ts';
import { SUMMARY_PAGE } from '../../contract/admin-calls.ts';
import * as contract from '../../contract/endpoints.ts';
import { readChoice, setChoice } from './summary-choice.ts';

const DEAD_LINK = 'This link no longer works. Open the link in your newest summary, or look in Analytics.';

/** Serves each administrator's choice of the weekly summary, and the links in it. */
export async function summaryRoutes(app: FastifyInstance, db: Db, links: MailLinks): Promise<void> {
  serve(app, contract.getSummary, ({ reader }) => readChoice(db, reader.userId));

  serve(app, contract.setSummary, async ({ reader, body }) => {
    await setChoice(db, reader.userId, body.on);
    return readChoice(db, reader.userId);
  });

  /** Throws 410 for an invalid token, or one of a deleted account. */
  const follow = async (token: string, on: boolean) => {
    const id = links.read(token);
    if (id === null || !(await setChoice(db, id, on))) throw new HttpError('link-expired', DEAD_LINK);
    return { on };
  };

  serve(app, contract.useSummaryLink, ({ body: { token, on } }) => follow(token, on));
  await serveOneClick(app, contract.stopSummary, {
    page: SUMMARY_PAGE,
    stop: (token) => follow(token, false),
  });
}
