import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { lazyModule } from '#platform/web/lazy-module.ts';
import { useApi } from '#platform/web/page.ts';
import { storedCheckout, useStoredCheckout } from '../payment/stored-checkout.ts';

const loadNotes = lazyModule(() => import('./subscription-notes.tsx'));
type Code = Awaited<ReturnType<typeof loadNotes>>;

/**
 * Loads the subscription notes for subscribers, and in a browser that began a payment. Everybody else's
 * pages load nothing of them.
 */
export function SubscriptionNotesHost() {
  const { data: user } = useQuery(userQuery(useApi()));
  const checkout = useStoredCheckout();
  const [code, setCode] = useState<Code | null>(null);
  const [begunEarlier, setBegunEarlier] = useState(false);
  useEffect(() => setBegunEarlier(storedCheckout() !== null), []);
  const needsNotes = user?.role === 'subscriber' || checkout !== null;
  useEffect(() => {
    // A failed load only lacks a note. The next page tries again.
    if (needsNotes) void loadNotes.preload().then(setCode);
  }, [needsNotes]);
  return code ? <code.SubscriptionNotes begunEarlier={begunEarlier} /> : null;
}
