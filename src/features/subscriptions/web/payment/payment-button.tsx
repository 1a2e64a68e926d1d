import type { Payments } from '../../contract/schemas.ts';
import { PayPalPayment } from './paypal-payment.tsx';
import { TestPayment } from './test-payment.tsx';
import type { Activation } from './use-activation.ts';
import { usePayer } from './use-payer.ts';

interface PaymentButtonProps {
  payments: Exclude<Payments, { provider: 'off' }>;
  activation: Activation;
}

/** The payment button of the site's provider. */
export function PaymentButton({ payments, activation }: PaymentButtonProps) {
  const payer = usePayer(activation);
  return payments.provider === 'sandbox' ? <TestPayment payer={payer} /> : <PayPalPayment payer={payer} />;
}
