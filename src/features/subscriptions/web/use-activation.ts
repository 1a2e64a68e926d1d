import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { userQuery } from '#features/accounts/web/queries.ts';
import { toast } from '#platform/design/toast.tsx';
import { storedEmail } from '#platform/web/entered.ts';
import { useApi } from '#platform/web/page.ts';
import type { activate, Subscription } from '../contract.ts';
import { awaitConfirmation, isRefusal } from './await-confirmation.ts';
import { forgetCheckout, keepCheckout, keptCheckout } from './begun-checkout.ts';
import { subscriptionQuery } from './queries.ts';
import { refreshAfterPayment } from './refresh-reader.ts';
import { isOpen } from './subscription-words.ts';

/**
 * `asking`: the server is being told of an approved payment. `waiting`: the provider has not confirmed it yet.
 * `unheard`: the server could not be told; nothing is lost, and nothing is paid again.
 */
type ActivationPhase = 'none' | 'asking' | 'waiting' | 'unheard';

export interface Activation {
  phase: ActivationPhase;
  /** The payer has approved; null: the provider's script named no subscription. */
  approved(subscriptionId: string | null | undefined): void;
  /** After `unheard`. */
  retry(): void;
  /** A payment that this page has not seen begin is being confirmed: waits for it, too. */
  await(): void;
  /** Premium content is open, by whatever way this came to be known. */
  opened(): Promise<void>;
}

const failed = (description: string) => toast({ kind: 'bad', title: 'Subscription Error', description });

/** From the approval to the open content (specification, section 4), however long the provider takes. */
export function useActivation(onOpened: () => void): Activation {
  const api = useApi();
  const queries = useQueryClient();
  const [phase, setPhase] = useState<ActivationPhase>('none');
  const approvedId = useRef<string | null>(null);
  const watch = useRef<AbortController | null>(null);
  const opening = useRef(false);
  useEffect(() => () => watch.current?.abort(), []);

  // Whoever signs out waits for nothing here any more; whoever signs in takes their payment along.
  const { data: user } = useQuery(userQuery(api));
  const payer = useRef(user?.id);
  useEffect(() => {
    if (payer.current !== undefined && payer.current !== user?.id) {
      watch.current?.abort();
      watch.current = null;
      approvedId.current = null;
      forgetCheckout();
      setPhase('none');
    }
    payer.current = user?.id;
  }, [user?.id]);

  const askState = () => queries.fetchQuery({ ...subscriptionQuery(api), staleTime: 0 });

  async function report(subscriptionId: string): Promise<Subscription> {
    const email = user?.email ?? storedEmail();
    return api<typeof activate>('POST /api/subscribe', {
      body: { subscriptionId, status: 'APPROVED', ...(email === null ? {} : { email }) },
    });
  }

  async function opened(): Promise<void> {
    if (opening.current) return;
    opening.current = true;
    watch.current?.abort();
    watch.current = null;
    // A visitor keeps the mark: it is what makes later pages offer an account.
    if (user) forgetCheckout();
    await refreshAfterPayment(api, queries);
    opening.current = false;
    setPhase('none');
    onOpened();
    toast({
      title: 'Subscription Activated',
      description: 'Every ocean, every wave, every droplet is open to you.',
    });
  }

  /** The server's last word, and it is no: what it knows is shown in place of the wish. */
  async function refused(): Promise<void> {
    forgetCheckout();
    await askState().catch(() => {});
    setPhase('none');
    failed('There was a problem activating your subscription. Please try again.');
  }

  async function wait(): Promise<void> {
    if (watch.current) return;
    const watching = new AbortController();
    watch.current = watching;
    setPhase('waiting');
    // Reporting it makes the server ask the provider; without its number one waits for the server to do so.
    const id = approvedId.current ?? keptCheckout();
    const ask = async () => (id === null ? (await askState()).subscription : report(id));
    try {
      const subscription = await awaitConfirmation(ask, watching.signal);
      if (watching.signal.aborted) return;
      if (subscription === null) setPhase('none');
      else if (isOpen(subscription)) await opened();
      else await refused();
    } catch {
      if (!watching.signal.aborted) await refused();
    } finally {
      if (watch.current === watching) watch.current = null;
    }
  }

  async function approved(subscriptionId: string | null | undefined): Promise<void> {
    if (!subscriptionId) {
      failed('Could not complete subscription. Please try again.');
      return;
    }
    approvedId.current = subscriptionId;
    keepCheckout(subscriptionId);
    setPhase('asking');
    toast({
      title: 'Processing Subscription',
      description: 'One moment while we confirm with the payment provider.',
      icon: 'card',
    });
    try {
      const subscription = await report(subscriptionId);
      if (subscription.status === 'pending') await wait();
      else await opened();
    } catch (error) {
      if (isRefusal(error)) return refused();
      setPhase('unheard');
      failed('There was a problem activating your subscription. Please try again.');
    }
  }

  return {
    phase,
    opened,
    approved: (id) => void approved(id),
    retry: () => void approved(approvedId.current),
    await: () => void wait(),
  };
}
