import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from '#platform/design/toast/toast.tsx';
import { failureText, hasCode } from '#platform/web/api-error.ts';
import { storedEmail } from '#platform/web/entered.ts';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../../contract/calls.ts';
import type { startCheckout } from '../../contract/endpoints.ts';
import type { Terms } from '../../shared/prices.ts';
import { subscriptionQuery } from '../status/queries.ts';
import { storeCheckout } from './stored-checkout.ts';
import type { Activation } from './use-activation.ts';

/** Handlers for a provider's payment button. */
export interface Payer {
  /** Begins the checkout and returns the provider's id of it. Rejects if there is nothing to pay, too. */
  begin(): Promise<string>;
  approved: Activation['approved'];
  /** Tells that the payment failed, or that `begin` rejected. */
  failed(): void;
}

/** Makes the handlers that begin a checkout at a price and pass its approval on to `activation`. */
export function usePayer(activation: Activation, price: Terms): Payer {
  const api = useApi();
  const queries = useQueryClient();
  /** The server has a paid subscription, or another price. The dialog shows it instead of a failure. */
  const nothingToPay = useRef(false);
  return {
    async begin() {
      nothingToPay.current = false;
      const email = storedEmail();
      try {
        const { interval, cents } = price;
        const begun = await api<typeof startCheckout>(calls.startCheckout, {
          body: { interval, cents, ...(email === null ? {} : { email }) },
        });
        const { subscriptionId } = begun;
        // A node of the previous version knows $20.00 a month only.
        const made: Partial<Terms> = begun.price ?? { interval: 'month', cents: calls.PLAN.cents };
        if (made.interval !== interval || made.cents !== cents) throw new Error('Another price was begun.');
        storeCheckout(subscriptionId);
        return subscriptionId;
      } catch (error) {
        nothingToPay.current = hasCode(
          error,
          'already-subscribed',
          'cancelled-subscription',
          'payment-pending',
        );
        if (hasCode(error, 'price-changed')) {
          nothingToPay.current = true;
          toast({ kind: 'bad', title: 'The price has changed', description: failureText(error) });
        }
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
