import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listAuditLog } from '#features/audit-log/contract/calls.ts';
import { listSettings } from '#features/settings/contract/calls.ts';
import * as calls from '#features/subscriptions/contract/admin-calls.ts';
import type { changePrices } from '#features/subscriptions/contract/admin-endpoints.ts';
import type { Prices } from '#features/subscriptions/contract/admin-schemas.ts';
import { getSubscription } from '#features/subscriptions/contract/calls.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { hasCode } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import { answersOf } from '#platform/web/query-keys.ts';
import { pricesQuery } from '../subscriptions-queries.ts';
import { pricesWords } from './price-rules.ts';

/** Changes the prices. After a conflict the page shows the current ones. */
export function useChangePrices() {
  const api = useApi();
  const queries = useQueryClient();
  const show = (prices: Prices) => {
    queries.setQueryData(pricesQuery(api).queryKey, prices);
    return queries.invalidateQueries({ predicate: answersOf(listSettings, getSubscription, listAuditLog) });
  };
  return useMutation({
    mutationFn: (body: Prices & { basedOn: Prices }) =>
      api<typeof changePrices>(calls.changePrices, { body }),
    onSuccess: (prices) => {
      toast({
        title: 'Price changed',
        description: `New subscribers pay ${pricesWords(prices)}. Existing subscribers keep their price.`,
      });
      void show(prices);
    },
    onError: (error) => {
      if (hasCode(error, 'edit-conflict')) void show(error.current as Prices);
    },
  });
}
