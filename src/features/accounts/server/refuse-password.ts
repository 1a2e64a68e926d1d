import { badRequest } from '#platform/http/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

const COMMON = 'This password is one of the first that anybody would try. Please choose another.';

/** 400 for a password that fulfils the rule and would still be guessed at once. */
export function refuseCommonPassword(
  password: string,
  account: { username?: string | null; email?: string | null },
): void {
  if (isCommonPassword(password, account)) throw badRequest(COMMON, [{ path: 'password', message: COMMON }]);
}
