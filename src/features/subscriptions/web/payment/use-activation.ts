import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { storedEmail } from '#platform/web/entered.ts';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../../contract/calls.ts';
import type { activate } from '../../contract/endpoints.ts';
import type { Subscription } from '../../contract/schemas.ts';
import { subscriptionQuery } from '../status/queries.ts';
import { refreshAfterPayment } from '../status/refresh-access.ts';
import { isOpen } from '../status/subscription-words.ts';
import { isRefusal } from './await-confirmation.ts';
import { forgetCheckout, storeCheckout, storedCheckout } from './stored-checkout.ts';
import { useConfirmationWait } from './use-confirmation-wait.ts';

/**
 * `reporting`: the server is being told of an approved payment. `waiting`: the provider has not confirmed
 * it yet. `unreported`: the server could not be reached; reporting again pays nothing twice.
 */
type ActivationPhase = 'none' | 'reporting' | 'waiting' | 'unreported';

export interface Activation {
  phase: ActivationPhase;
  /** Handles the payer's approval. Null: the provider's script named no subscription. */
  approved(subscriptionId: string | null | undefined): void;
  /** Reports again after `unreported`. */
  retry(): void;
  /** Waits for a payment that another page began. */
  await(): void;
  /** Finishes the activation of a subscription that gives access. */
  opened(): Promise<void>;
}

/** Follows a payment from its approval to the open content (specification, section 4). */
export function useActivation(onOpened: () => void): Activation {
  const api = useApi();
  const queries = useQueryClient();
  const [phase, setPhase] = useState<ActivationPhase>('none');
  const approvedId = useRef<string | null>(null);
  const wait = useConfirmationWait();
  const opening = useRef(false);
  const { data: user } = useQuery(userQuery(api));
  useUserChange(user?.id, () => {
    wait.stop();
    approvedId.current = null;
    forgetCheckout();
    setPhase('none');
  });

  const fetchState = () => queries.fetchQuery({ ...subscriptionQuery(api), staleTime: 0 });

  async function report(subscriptionId: string): Promise<Subscription> {
    const email = user?.email ?? storedEmail();
    return api<typeof activate>(calls.activate, {
      body: { subscriptionId, status: 'APPROVED', ...(email === null ? {} : { email }) },
    });
  }

  async function opened(): Promise<void> {
    if (opening.current) return;
    opening.current = true;
    wait.stop();
    // A visitor's stored checkout stays: it makes later pages offer an account.
    if (user) forgetCheckout();
    await refreshAfterPayment(api, queries);
    opening.current = false;
    setPhase('none');
    onOpened();
    toastActivated(!user);
  }

  /** The server refused the payment for good: its own state replaces the attempt. */
  async function refused(): Promise<void> {
    forgetCheckout();
    await fetchState().catch(() => {});
    setPhase('none');
    toastError(NOT_ACTIVATED);
  }

  async function waitForConfirmation(): Promise<void> {
    setPhase('waiting');
    // A report makes the server ask the provider. Without the payment's id, the server asks by itself later.
    const id = approvedId.current ?? storedCheckout();
    const ask = async () => (id === null ? (await fetchState()).subscription : report(id));
    await wait.start(ask, async (outcome) => {
      if (outcome === null) setPhase('none');
      else if (outcome !== 'refused' && isOpen(outcome)) await opened();
      else await refused();
    });
  }

  async function approved(subscriptionId: string | null | undefined): Promise<void> {
    if (!subscriptionId) return toastError('Could not complete subscription. Please try again.');
    approvedId.current = subscriptionId;
    storeCheckout(subscriptionId);
    setPhase('reporting');
    toastProcessing();
    try {
      const subscription = await report(subscriptionId);
      if (subscription.status === 'pending') await waitForConfirmation();
      else await opened();
    } catch (error) {
      if (isRefusal(error)) return refused();
      setPhase('unreported');
      toastError(NOT_ACTIVATED);
    }
  }

  return {
    phase,
    opened,
    approved: (id) => void approved(id),
    retry: () => void approved(approvedId.current),
    await: () => void waitForConfirmation(),
  };
}

/** Calls `onChange` when another user, or nobody, is signed in. The first known user is no change. */
function useUserChange(userId: number | undefined, onChange: () => void): void {
  const known = useRef(userId);
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    if (known.current !== undefined && known.current !== userId) changed();
    known.current = userId;
  }, [userId]);
}

/* Specification, section 4: the toasts, to the letter. */

const NOT_ACTIVATED = 'There was a problem activating your subscription. Please try again.';

const toastError = (description: string) => toast({ kind: 'bad', title: 'Subscription Error', description });

const toastProcessing = () =>
  toast({
    title: 'Processing Subscription',
    description: 'We are confirming your payment with the payment provider.',
    icon: 'card',
  });

/** A visitor can take the subscription along to an account. */
const toastActivated = (isVisitor: boolean) =>
  toast({
    title: 'Subscription Activated',
    description: 'You now have access to every ocean, wave and droplet.',
    asksFor: isVisitor ? 'account' : undefined,
  });
