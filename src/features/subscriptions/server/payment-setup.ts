import type { Db } from '#platform/database/open.ts';
import type { Payments } from '../contract.ts';
import type { PaymentProvider } from './provider.ts';
import { SandboxProvider } from './sandbox-provider.ts';
import type { ReadNotice } from './webhook-routes.ts';

/** Which provider takes the payments, and with which keys; `off`: none. */
export type PaymentsChoice = { provider: 'off' } | { provider: 'sandbox' } | PayPalChoice;

export interface PayPalChoice {
  provider: 'paypal';
  clientId: string;
  clientSecret: string;
  planId: string;
  webhookId: string;
  apiUrl: string;
}

/** How payment is taken: what browsers are told, the adapter, and how its notices are read. */
export interface PaymentSetup {
  payments: Payments;
  /** Undefined: no payment is taken. */
  provider: PaymentProvider | undefined;
  /** Undefined: it sends no notices. */
  readNotice: ReadNotice | undefined;
}

export const NO_PAYMENTS: PaymentSetup = {
  payments: { provider: 'off' },
  provider: undefined,
  readNotice: undefined,
};

/** The one place that knows the adapters. */
export function paymentSetup(choice: PaymentsChoice, db: Db): PaymentSetup {
  if (choice.provider !== 'sandbox') return NO_PAYMENTS;
  return { payments: { provider: 'sandbox' }, provider: new SandboxProvider(db), readNotice: undefined };
}
