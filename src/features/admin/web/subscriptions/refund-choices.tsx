import { useId } from 'react';
import type { ManagedPayment } from '#features/subscriptions/contract/admin-schemas.ts';
import { formatAmount } from '#features/subscriptions/shared/format-amount.ts';
import { LocalDate, localDate } from '#platform/web/local-date.tsx';
import { leftOf } from './refund-rules.ts';

interface WhichProps {
  payment: ManagedPayment;
  refundable: readonly ManagedPayment[];
  onChoose(id: number): void;
}

/** The payment, with a choice when several can be refunded. */
export function WhichPayment({ payment, refundable, onChoose }: WhichProps) {
  const id = useId();
  return (
    <>
      {refundable.length < 2 ? null : (
        <div className="field">
          <label htmlFor={id}>Payment</label>
          <select
            className="input"
            id={id}
            value={payment.id}
            onChange={(event) => onChoose(Number(event.target.value))}
          >
            {refundable.map((each) => (
              <option key={each.id} value={each.id}>
                {each.paidAt === null ? 'Unknown date' : localDate(each.paidAt)},{' '}
                {formatAmount(leftOf(each), each.currency)} left
              </option>
            ))}
          </select>
        </div>
      )}
      <p>
        Payment {payment.number}
        {payment.paidAt === null ? null : (
          <>
            {' '}
            of <LocalDate instant={payment.paidAt} />
          </>
        )}
        . The provider pays it back to the same card or account, usually in 3 to 5 days.
      </p>
    </>
  );
}

interface HowMuchProps {
  payment: ManagedPayment;
  isPart: boolean;
  onChoose(isPart: boolean): void;
}

export function HowMuch({ payment, isPart, onChoose }: HowMuchProps) {
  const left = formatAmount(leftOf(payment), payment.currency);
  const isUntouched = leftOf(payment) === payment.cents;
  return (
    <fieldset className="radios">
      <legend>How much</legend>
      <label>
        <input type="radio" name="how-much" checked={!isPart} onChange={() => onChoose(false)} />
        <span>
          {isUntouched ? 'All of it' : 'All that is left'}, {left}
        </span>
      </label>
      <label>
        <input type="radio" name="how-much" checked={isPart} onChange={() => onChoose(true)} />
        <span>
          A part <small>At most {left}</small>
        </span>
      </label>
    </fieldset>
  );
}
