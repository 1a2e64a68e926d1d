import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { ById, PartSize, QueryId } from '#platform/http/contract/fields.ts';
import * as adminCalls from './admin-calls.ts';
import * as calls from './calls.ts';
import { NewGiftCode, RedeemForm } from './form-schemas.ts';
import { CODES_OF_ACCOUNT, CODES_OF_CALLER } from './rate-limits.ts';
import { GiftCode, RedeemedGift } from './schemas.ts';

export const redeemGiftCode = endpoint(calls.redeemGiftCode, {
  summary:
    'Redeem a gift code for the own account, once. Its months begin now, or at the end of access that was ' +
    'granted before; what is paid stays as it is',
  limits: [CODES_OF_CALLER, CODES_OF_ACCOUNT],
  body: RedeemForm,
  answers: { 200: RedeemedGift },
});

export const listGiftCodes = endpoint(adminCalls.listGiftCodes, {
  summary:
    'Gift codes, the newest first, with who has redeemed them lately. Where there is more, the ' +
    '`X-Next-Cursor` header carries the `cursor` of the next part',
  query: z.object({ limit: PartSize(100).default(50), cursor: QueryId.optional() }),
  answers: { 200: z.array(GiftCode) },
});

export const createGiftCode = endpoint(adminCalls.createGiftCode, {
  summary:
    'Make a gift code, and send it to addresses. A repetition with the same `key` returns the first one',
  body: NewGiftCode,
  answers: { 201: GiftCode },
});

export const changeGiftCode = endpoint(adminCalls.changeGiftCode, {
  summary: 'Withdraw a gift code, or take that back. Access that was opened with it stays',
  params: ById,
  body: z.object({ isWithdrawn: z.boolean('Must be true or false') }),
  answers: { 200: GiftCode },
});
