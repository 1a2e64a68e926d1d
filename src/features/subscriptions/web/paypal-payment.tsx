import {
  DISPATCH_ACTION,
  PayPalButtons,
  PayPalScriptProvider,
  type ReactPayPalScriptOptions,
  SCRIPT_LOADING_STATE,
  usePayPalScriptReducer,
} from '@paypal/react-paypal-js';
import { useEffect, useState } from 'react';
import type { Payments } from '../contract.ts';
import { type PaymentState, PaymentStates } from './payment-states.tsx';
import type { Payer } from './use-payer.ts';

type PayPal = Extract<Payments, { provider: 'paypal' }>;

interface PayPalPaymentProps {
  payments: PayPal;
  payer: Payer;
}

const scriptOptions = ({ clientId, environment, scriptOrigin }: PayPal): ReactPayPalScriptOptions => ({
  clientId,
  environment,
  components: 'buttons',
  currency: 'USD',
  intent: 'subscription',
  vault: true,
  ...(scriptOrigin === null ? {} : { sdkBaseUrl: `${scriptOrigin}/sdk/js` }),
});

/** PayPal's own buttons. Their script comes when the dialog is open, and from nowhere before. */
export function PayPalPayment({ payments, payer }: PayPalPaymentProps) {
  const [options] = useState(() => scriptOptions(payments));
  return (
    <PayPalScriptProvider options={options} deferLoading>
      <Buttons options={options} payer={payer} />
    </PayPalScriptProvider>
  );
}

function Buttons({ options, payer }: { options: ReactPayPalScriptOptions; payer: Payer }) {
  const [{ isInitial, isPending, isRejected }, dispatch] = usePayPalScriptReducer();
  const [tries, setTries] = useState(0);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    if (isInitial) dispatch({ type: DISPATCH_ACTION.LOADING_STATUS, value: SCRIPT_LOADING_STATE.PENDING });
  }, [isInitial, dispatch]);
  const retry = () => {
    setBroken(false);
    setTries(tries + 1);
    // Takes the old script away, and loads it anew.
    dispatch({ type: DISPATCH_ACTION.RESET_OPTIONS, value: options });
  };
  const state: PaymentState = isInitial
    ? 'initial'
    : isPending
      ? 'pending'
      : isRejected || broken
        ? 'rejected'
        : 'resolved';
  return (
    <PaymentStates state={state} retry={retry}>
      <PayPalButtons
        key={tries}
        className="pay-buttons"
        style={{ layout: 'vertical', shape: 'pill', color: 'silver', label: 'subscribe', height: 45 }}
        createSubscription={() => payer.begin()}
        onApprove={async ({ subscriptionID }) => payer.approved(subscriptionID)}
        onError={(error) => {
          // React's own way of telling: the buttons themselves could not be drawn, and are gone.
          if ('componentStack' in error) setBroken(true);
          else payer.failed();
        }}
      />
    </PaymentStates>
  );
}
