import { useEffect, useState } from 'react';
import type { Payments } from '../contract.ts';
import { PaymentStates } from './payment-states.tsx';
import { TestPayment } from './test-payment.tsx';
import type { Activation } from './use-activation.ts';
import { type Payer, usePayer } from './use-payer.ts';

type PayPal = Extract<Payments, { provider: 'paypal' }>;

interface PaymentButtonProps {
  payments: Exclude<Payments, { provider: 'off' }>;
  activation: Activation;
}

/** The way to pay, of whichever provider takes the payments here. */
export function PaymentButton({ payments, activation }: PaymentButtonProps) {
  const payer = usePayer(activation);
  return payments.provider === 'sandbox' ? (
    <TestPayment payer={payer} />
  ) : (
    <LazyPayPal payments={payments} payer={payer} />
  );
}

type PayPalCode = typeof import('./paypal-payment.tsx');

/** PayPal's library is fetched where it is needed only. */
function LazyPayPal(props: { payments: PayPal; payer: Payer }) {
  const [code, setCode] = useState<PayPalCode | 'missing' | null>(null);
  const load = () => {
    setCode(null);
    import('./paypal-payment.tsx').then(setCode, () => setCode('missing'));
  };
  useEffect(load, []);
  if (code === null) return <PaymentStates state="initial" />;
  if (code === 'missing') return <PaymentStates state="rejected" retry={load} />;
  return <code.PayPalPayment {...props} />;
}
