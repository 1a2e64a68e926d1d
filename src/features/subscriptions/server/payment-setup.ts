import type { Db } from '#platform/database/open.ts';
import type { Payments } from '../contract.ts';
import { paypalNoticeReader } from './paypal/paypal-events.ts';
import { PayPalProvider } from './paypal/paypal-provider.ts';
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

const LIVE = 'https://api-m.paypal.com';
const SANDBOX = 'https://api-m.sandbox.paypal.com';

/** The one place that knows the adapters. */
export function paymentSetup(choice: PaymentsChoice, db: Db): PaymentSetup {
  switch (choice.provider) {
    case 'off':
      return NO_PAYMENTS;
    case 'sandbox':
      return { payments: { provider: 'sandbox' }, provider: new SandboxProvider(db), readNotice: undefined };
    case 'paypal':
      return {
        payments: {
          provider: 'paypal',
          clientId: choice.clientId,
          // A peer of the tests brings the script along.
          scriptOrigin: [LIVE, SANDBOX].includes(choice.apiUrl) ? null : new URL(choice.apiUrl).origin,
          environment: choice.apiUrl === LIVE ? 'production' : 'sandbox',
        },
        provider: new PayPalProvider(choice),
        readNotice: paypalNoticeReader(choice),
      };
  }
}
