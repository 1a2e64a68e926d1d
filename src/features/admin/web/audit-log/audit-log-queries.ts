import { queryOptions } from '@tanstack/react-query';
import * as calls from '#features/audit-log/contract/calls.ts';
import type { listAuditLog, listAuthors } from '#features/audit-log/contract/endpoints.ts';
import type { Api } from '#platform/web/api-client.ts';
import { pagesQuery } from '#platform/web/pages-query.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import { type AuditFilter, apiQueryOf } from './audit-filter.ts';

const AT_ONCE = 20;

/** Queries the latest change of one item, per item version. */
export const itemAuditLogQuery = (api: Api, itemType: string, itemId: number, version: number) =>
  queryOptions({
    queryKey: [...keyOf(calls.listAuditLog), itemType, itemId, version],
    queryFn: () =>
      api<typeof listAuditLog>(calls.listAuditLog, {
        query: { itemType, itemId: String(itemId), limit: '1' },
      }),
  });

/** Queries the authors of changes. */
export const authorsQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.listAuthors),
    queryFn: () => api<typeof listAuthors>(calls.listAuthors),
    staleTime: 0,
  });

/** Queries the matching entries of the audit log, newest first, in pages. */
export const auditLogQuery = (api: Api, filter: AuditFilter) =>
  pagesQuery({
    queryKey: [...keyOf(calls.listAuditLog), 'filtered', filter],
    fetchPage: async ({ cursor, onHeaders }) => ({
      entries: await api<typeof listAuditLog>(calls.listAuditLog, {
        query: { ...apiQueryOf(filter), limit: String(AT_ONCE), cursor },
        onHeaders,
      }),
    }),
    // The log changes with each action of this and other administrators.
    staleTime: 0,
  });
