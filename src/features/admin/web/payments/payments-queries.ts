import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as calls from '#features/subscriptions/contract/payments-calls.ts';
import type { listPayments, sumPayments } from '#features/subscriptions/contract/payments-endpoints.ts';
import { urlOf } from '#platform/http/contract/call.ts';
import type { Api } from '#platform/web/api-client.ts';
import { pagesQuery } from '#platform/web/pages-query.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import type { PaymentsDays } from './payments-address.ts';

const AT_ONCE = 50;

/** Queries the entries of a period, in pages. */
export const paymentsQuery = (api: Api, { from, to }: PaymentsDays) =>
  pagesQuery({
    queryKey: [...keyOf(calls.listPayments), from, to],
    fetchPage: async ({ cursor, onHeaders }) => ({
      entries: await api<typeof listPayments>(calls.listPayments, {
        query: { from, to, limit: String(AT_ONCE), cursor },
        onHeaders,
      }),
    }),
    staleTime: 0,
  });

/** Queries the sums of a period. The previous ones are shown until the new ones arrive. */
export const paymentSumsQuery = (api: Api, { from, to }: PaymentsDays) =>
  queryOptions({
    queryKey: [...keyOf(calls.sumPayments), from, to],
    queryFn: () => api<typeof sumPayments>(calls.sumPayments, { query: { from, to } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Returns the URL of the entries as CSV. */
export const paymentsCsvHref = ({ from, to }: PaymentsDays): string =>
  urlOf(calls.exportPayments, { query: { from, to } });
