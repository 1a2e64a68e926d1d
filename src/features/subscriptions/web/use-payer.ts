import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from '#platform/design/toast.tsx';
import { ApiError } from '#platform/web/api-client.ts';
import { storedEmail } from '#platform/web/entered.ts';
import { useApi } from '#platform/web/page.ts';
import type { startCheckout } from '../contract.ts';
import { keepCheckout } from './begun-checkout.ts';
import { subscriptionQuery } from './queries.ts';
import type { Activation } from './use-activation.ts';

/** What a provider's button in the browser does with the payer's decisions. */
export interface Payer {
  /** Begins the checkout and answers the provider's number of it. Rejects when there is nothing to pay, too. */
  begin(): Promise<string>;
  approved: Activation['approved'];
  /** The provider could not take the payment, or `begin` was rejected. */
  failed(): void;
}

export function usePayer(activation: Activation): Payer {
  const api = useApi();
  const queries = useQueryClient();
  /** The server has said that there is nothing to pay: what it knows is shown, and that is no failure. */
  const nothingToPay = useRef(false);
  return {
    async begin() {
      nothingToPay.current = false;
      const email = storedEmail();
      try {
        const { subscriptionId } = await api<typeof startCheckout>('POST /api/subscription/checkout', {
          body: email === null ? {} : { email },
        });
        keepCheckout(subscriptionId);
        return subscriptionId;
      } catch (error) {
        nothingToPay.current = error instanceof ApiError && error.status === 409;
        if (nothingToPay.current) void queries.invalidateQueries(subscriptionQuery(api));
        throw error;
      }
    },
    approved: activation.approved,
    failed() {
      if (nothingToPay.current) return;
      toast({
        kind: 'bad',
        title: 'Payment Error',
        description: 'There was a problem processing your payment. Please try again.',
      });
    },
  };
}
