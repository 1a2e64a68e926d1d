import type { FastifyInstance } from 'fastify';
import { authorOf } from '#features/audit-log/server/security-events/record-export.ts';
import type { Db } from '#platform/database/open.ts';
import { NEXT_CURSOR } from '#platform/http/contract/headers.ts';
import { serve } from '#platform/http/serve/serve.ts';
import { instant } from '#platform/text/instants.ts';
import * as contract from '../contract/endpoints.ts';
import { CODES_OF_ACCOUNT, CODES_OF_CALLER } from '../contract/rate-limits.ts';
import { changeGiftCode, createGiftCode, listGiftCodes } from './gift-codes.ts';
import { redeemGiftCode } from './redeem.ts';

interface GiftsSetup {
  db: Db;
  publicUrl: () => string;
  /** Must be called after queueing a mail. */
  wakeMailSender: () => void;
}

/** Serves the creation, withdrawal and redemption of gift codes. */
export function giftsRoutes(app: FastifyInstance, { db, publicUrl, wakeMailSender }: GiftsSetup): void {
  serve(app, contract.listGiftCodes, async ({ query, reply }) => {
    const { gifts, next } = await listGiftCodes(db, query);
    if (next !== undefined) reply.header(NEXT_CURSOR, String(next));
    return gifts;
  });

  serve(app, contract.createGiftCode, async ({ body, request }) => {
    const code = await createGiftCode(db, authorOf(request), body, publicUrl());
    wakeMailSender();
    return code;
  });

  serve(app, contract.changeGiftCode, ({ params, body, request }) =>
    changeGiftCode(db, authorOf(request), params.id, body.isWithdrawn),
  );

  serve(app, contract.redeemGiftCode, async ({ body, reader, limits }) => {
    const { months, until, isAdded } = await redeemGiftCode(db, reader.userId, body.code);
    // Only wrong codes count.
    await limits.giveBack(CODES_OF_CALLER);
    await limits.giveBack(CODES_OF_ACCOUNT);
    return { months, until: instant(until), isAdded };
  });
}
