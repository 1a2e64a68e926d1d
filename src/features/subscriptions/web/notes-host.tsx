import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { userQuery } from '#features/accounts/web/queries.ts';
import { useApi } from '#platform/web/page.ts';
import { keptCheckout, useKeptCheckout } from './begun-checkout.ts';

type Code = typeof import('./subscription-notes.tsx');

/**
 * Whether there is something to be said about a subscription. It is asked for subscribers, and in a browser where a
 * payment was begun; everybody else's pages load nothing of it.
 */
export function SubscriptionNotesHost() {
  const { data: user } = useQuery(userQuery(useApi()));
  const kept = useKeptCheckout();
  const [code, setCode] = useState<Code | null>(null);
  const [begunEarlier, setBegunEarlier] = useState(false);
  useEffect(() => setBegunEarlier(keptCheckout() !== null), []);
  const wanted = user?.role === 'subscriber' || kept !== null;
  useEffect(() => {
    // Without it only a note is missing: the next page asks again.
    if (wanted) import('./subscription-notes.tsx').then(setCode, () => {});
  }, [wanted]);
  return code ? <code.SubscriptionNotes begunEarlier={begunEarlier} /> : null;
}
