import type { ReactNode } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import { Mark } from '#platform/design/mark.tsx';
import { formatAmount } from '../../shared/format-amount.ts';
import type { Terms } from '../../shared/prices.ts';
import '#platform/design/radios.css';
import * as css from './offer.module.css';

interface OfferProps {
  plans: readonly Terms[];
  chosen: Terms;
  onChoose(interval: Terms['interval']): void;
  children: ReactNode;
}

const LABELS = { month: 'Monthly', year: 'Yearly' };

/** Price of a subscription, or the choice of two where there is a yearly plan, above the payment button. */
export function Offer({ plans, chosen, onChoose, children }: OfferProps) {
  return (
    <>
      <Mark sun />
      <p className={css.intro}>Unlock every ocean, wave and droplet.</p>
      {plans.length < 2 ? (
        <div className="price" data-part="price">
          <Price plan={chosen} />
        </div>
      ) : (
        <fieldset className={classNames('radios', css.plans)}>
          <legend className="sr">How often to pay</legend>
          {plans.map((plan) => (
            <label key={plan.interval}>
              <input
                type="radio"
                name="plan"
                value={plan.interval}
                checked={plan.interval === chosen.interval}
                onChange={() => onChoose(plan.interval)}
              />
              <span className={css.label}>{LABELS[plan.interval]}</span>
              <span className={classNames('price', css.price)}>
                <Price plan={plan} />
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {children}
      <p className={`hint ${css.assurance}`}>
        Cancel any time. You pay through our payment provider. We never see your card.
      </p>
    </>
  );
}

const Price = ({ plan: { cents, currency, interval } }: { plan: Terms }) => (
  <>
    <b>{formatAmount(cents, currency)}</b>
    <span>
      {currency} per {interval}, recurring
    </span>
  </>
);
