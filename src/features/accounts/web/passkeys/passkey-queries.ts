import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { answersOf, keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../../contract/passkey-calls.ts';
import type { listPasskeys } from '../../contract/passkey-endpoints.ts';
import { getSecondFactor } from '../../contract/second-factor-calls.ts';

/** The user's passkeys. */
export const passkeysQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.listPasskeys),
    queryFn: () => api<typeof listPasskeys>(calls.listPasskeys),
  });

/** The responses that adding or removing a passkey changes. It is a second factor too. */
export const PASSKEY_ANSWERS = { predicate: answersOf(calls.listPasskeys, getSecondFactor) };
