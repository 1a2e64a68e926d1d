import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { hasCode } from '#platform/web/api-error.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../../contract/calls.ts';
import type { getUser } from '../../contract/endpoints.ts';
import type { User } from '../../contract/schemas.ts';

/** Key in local storage that changes with the reader or their access. Its event notifies other tabs. */
export const READER_CHANGED_KEY = 'stillwater.reader-changed';

/** Reads the signed-in user; null for a visitor, who gets a 401. */
export async function readUser(api: Api): Promise<User | null> {
  try {
    return await api<typeof getUser>(calls.getUser);
  } catch (error) {
    if (hasCode(error, 'not-signed-in')) return null;
    throw error;
  }
}

export const userQuery = (api: Api) =>
  queryOptions({ queryKey: keyOf(calls.getUser), queryFn: () => readUser(api) });
