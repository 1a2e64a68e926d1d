import type { Db } from '#platform/database/open.ts';
import type { Payments } from '../../contract/schemas.ts';
import { PayPalClient } from '../paypal/paypal-client.ts';
import { paypalEventReader } from '../paypal/paypal-events.ts';
import { LIVE_API, SANDBOX_API } from '../paypal/paypal-hosts.ts';
import { PayPalProvider } from '../paypal/paypal-provider.ts';
import type { ReportUnreadable } from '../paypal/read-entries.ts';
import type { PaymentProvider } from '../provider.ts';
import { SandboxProvider } from '../sandbox-provider.ts';
import type { ReadWebhookEvent } from '../webhook-routes.ts';

/** The provider and its keys, from the environment; `off`: no payments. */
export type PaymentsConfig = { provider: 'off' } | { provider: 'sandbox' } | PayPalConfig;

interface PayPalConfig {
  provider: 'paypal';
  clientId: string;
  clientSecret: string;
  planId: string;
  webhookId: string;
  apiUrl: string;
}

/** Setup of payments. */
export interface PaymentSetup {
  /** The part sent to browsers. */
  payments: Payments;
  /** Undefined: the site takes no payments. */
  provider: PaymentProvider | undefined;
  /** Undefined: the provider sends no webhook events. */
  readWebhookEvent: ReadWebhookEvent | undefined;
}

export const NO_PAYMENTS: PaymentSetup = {
  payments: { provider: 'off' },
  provider: undefined,
  readWebhookEvent: undefined,
};

/**
 * Creates the provider's adapter. No other code knows the adapters. `reportUnreadable` receives the skipped
 * entries of the provider's lists.
 */
export function paymentSetup(
  choice: PaymentsConfig,
  db: Db,
  reportUnreadable?: ReportUnreadable,
): PaymentSetup {
  switch (choice.provider) {
    case 'off':
      return NO_PAYMENTS;
    case 'sandbox':
      return {
        payments: { provider: 'sandbox' },
        provider: new SandboxProvider(db),
        readWebhookEvent: undefined,
      };
    case 'paypal':
      return {
        payments: {
          provider: 'paypal',
          clientId: choice.clientId,
          // A test peer serves the payment script itself.
          scriptOrigin: [LIVE_API, SANDBOX_API].includes(choice.apiUrl)
            ? null
            : new URL(choice.apiUrl).origin,
          environment: choice.apiUrl === LIVE_API ? 'production' : 'sandbox',
        },
        provider: new PayPalProvider(choice, new PayPalClient(choice, undefined, reportUnreadable)),
        readWebhookEvent: paypalEventReader(choice),
      };
  }
}
