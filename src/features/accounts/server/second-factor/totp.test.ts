import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '#platform/database/open.ts';
import { registered } from '#test/account-fixture.ts';
import { untilBlocked } from '#test/database/until-blocked.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { redeemTotp, startTotp } from './totp.ts';

const STEP = 30_000;

const api = setUpApi();
const db = () => api.database.db;

let owner: { id: number; username: string };
let secret: string;
beforeEach(async () => {
  ({ user: owner } = await registered(api));
  secret = (await startTotp(db(), owner, 'Stillwater'))?.secret ?? '';
});
afterEach(() => void vi.useRealTimers());

const codeAt = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

test('codes of the step before and after count, and none further away', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const redeem = (steps: number) => redeemTotp(db(), owner.id, codeAt(Date.now() + steps * STEP), 'new');
  expect([await redeem(-2), await redeem(2), await redeem(-1)]).toEqual([false, false, true]);
  const next = codeAt(Date.now() + STEP);
  expect(await redeemTotp(db(), owner.id, next, 'confirmed')).toBe(true);
});

test.runIf(process.env.TEST_ENGINE === 'postgres').each<[string, (otherTab: Db) => Promise<unknown>]>([
  [
    'of a secret that another tab replaces at this moment does not confirm the new one',
    (otherTab) => startTotp(otherTab, owner, 'Stillwater'),
  ],
  [
    'does not replace the recovery codes of another tab that confirms the secret at this moment',
    (otherTab) => redeemTotp(otherTab, owner.id, codeAt(Date.now() - STEP), 'new'),
  ],
])('a code %s', async (_, act) => {
  let redeemed: Promise<boolean> | undefined;
  await db()
    .transaction()
    .execute(async (otherTab) => {
      await act(otherTab);
      redeemed = redeemTotp(db(), owner.id, codeAt(Date.now()), 'new');
      await untilBlocked(db());
    });
  expect(await redeemed).toBe(false);
});
