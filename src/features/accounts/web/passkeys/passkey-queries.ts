import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../../contract/passkey-calls.ts';
import type { listPasskeys } from '../../contract/passkey-endpoints.ts';

/** The user's passkeys. */
export const passkeysQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.listPasskeys),
    queryFn: () => api<typeof listPasskeys>(calls.listPasskeys),
  });
