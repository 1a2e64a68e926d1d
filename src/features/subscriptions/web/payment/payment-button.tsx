import type { Payments } from '../../contract/schemas.ts';
import type { Terms } from '../../shared/prices.ts';
import { PayPalPayment } from './paypal-payment.tsx';
import { TestPayment } from './test-payment.tsx';
import type { Activation } from './use-activation.ts';
import { usePayer } from './use-payer.ts';

interface PaymentButtonProps {
  payments: Exclude<Payments, { provider: 'off' }>;
  activation: Activation;
  /** The price that the page shows. */
  price: Terms;
}

/** The payment button of the site's provider. */
export function PaymentButton({ payments, activation, price }: PaymentButtonProps) {
  const payer = usePayer(activation, price);
  return payments.provider === 'sandbox' ? (
    <TestPayment key={price.interval} payer={payer} price={price} />
  ) : (
    <PayPalPayment payer={payer} />
  );
}
