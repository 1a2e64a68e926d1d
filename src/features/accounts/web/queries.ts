import { queryOptions } from '@tanstack/react-query';
import { type Api, ApiError } from '#platform/web/api-client.ts';
import type { getAccount, getUser, listSessions } from '../contract.ts';

/** The signed-in user; null for a visitor (a 401 is no error here). */
export const userQuery = (api: Api) =>
  queryOptions({
    queryKey: ['/api/user'],
    queryFn: async () => {
      try {
        return await api<typeof getUser>('GET /api/user');
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    },
  });

/** What the account page shows beyond the user. */
export const accountQuery = (api: Api) =>
  queryOptions({
    queryKey: ['/api/user/account'],
    queryFn: () => api<typeof getAccount>('GET /api/user/account'),
  });

/** Where one is signed in. */
export const sessionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['/api/user/sessions'],
    queryFn: () => api<typeof listSessions>('GET /api/user/sessions'),
  });
