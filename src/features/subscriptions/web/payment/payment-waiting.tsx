import { Spinner } from '#platform/design/state/spinner.tsx';
import * as css from './payment-waiting.module.css';

interface PaymentWaitingProps {
  /** Accessible name of the spinner. */
  label: string;
  text: string;
  /** Read out when it appears. */
  announced?: boolean;
}

/** A spinner beside the reason for the wait. */
export function PaymentWaiting({ label, text, announced }: PaymentWaitingProps) {
  return (
    <div className={css.waiting}>
      <Spinner label={label} />
      <p role={announced ? 'status' : undefined}>{text}</p>
    </div>
  );
}
