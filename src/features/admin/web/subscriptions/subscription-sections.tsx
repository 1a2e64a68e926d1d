import type { ReactNode } from 'react';
import type { ManagedDetails } from '#features/subscriptions/contract/admin-schemas.ts';
import { formatAmount } from '#features/subscriptions/shared/format-amount.ts';
import { Link } from '#platform/web/link.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import { Asked, Choice } from '../asked.tsx';
import { personHref } from '../people/people-address.ts';
import { Words } from '../people/person-sections.tsx';
import * as css from '../record.module.css';
import { explainNext, explainSubscription, nextWord, payerWord } from './explain-subscription.ts';
import * as own from './subscription-page.module.css';
import { timelineOf } from './timeline.ts';
import type { SubscriptionCalls } from './use-subscription-calls.ts';

interface SectionProps {
  subscription: ManagedDetails;
}

/** State of the subscription, in plain words. */
export function Happening({ subscription }: SectionProps) {
  const { checkedAt } = subscription;
  return (
    <section className={css.section} aria-labelledby="happening-title">
      <h2 id="happening-title">What is happening</h2>
      <div className={css.reason} data-part="why">
        <p>
          <Words sentence={explainSubscription(subscription, Date.now())} />
        </p>
        <p>
          <Words sentence={explainNext(subscription)} />
        </p>
      </div>
      <p className={`meta ${own.below}`}>
        The provider was last asked on <LocalDate instant={checkedAt} style="instant" />.
      </p>
    </section>
  );
}

/** Past events, and above them the planned ones. */
export function Timeline({ subscription }: SectionProps) {
  const moments = timelineOf(subscription, Date.now());
  const present = moments.find(({ isPlanned }) => !isPlanned)?.key;
  return (
    <section className={css.section} aria-labelledby="timeline-title">
      <h2 id="timeline-title">What happened</h2>
      <ol className={`${css.timeline} ${own.timeline}`} data-part="timeline">
        {moments.map(({ key, at, text, note, isPlanned }) => (
          <li
            key={key}
            data-planned={isPlanned || undefined}
            aria-current={key === present ? 'step' : undefined}
          >
            <b>{text}</b>
            {note === undefined ? null : <p>{note}</p>}
            <span className="meta">
              <LocalDate instant={at} style={isPlanned ? 'day' : 'instant'} />
              {isPlanned ? ', planned' : ''}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Facts({ subscription }: SectionProps) {
  const { userId, email, price, payments, lastPayment } = subscription;
  const inAll = payments.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
  const back = payments.reduce((sum, { refundedCents }) => sum + refundedCents, 0);
  return (
    <section className={css.section} aria-labelledby="facts-title">
      <h2 id="facts-title">Facts</h2>
      <dl className={`pairs ${css.pairs}`}>
        <Fact name="Person">
          {userId === null ? (
            payerWord(subscription)
          ) : (
            <Link href={personHref({ kind: 'account', id: userId })}>{payerWord(subscription)}</Link>
          )}
        </Fact>
        <Fact name="Address">{email ?? 'None'}</Fact>
        <Fact name="Plan">
          {price.interval === 'year' ? 'Yearly' : 'Monthly'}, {formatAmount(price.cents, price.currency)}
        </Fact>
        <Fact name="Price kept">Yes, for as long as it runs</Fact>
        <Fact name="Last paid">
          {lastPayment === null ? (
            'Nothing yet'
          ) : (
            <>
              {formatAmount(lastPayment.cents, lastPayment.currency)}, <LocalDate instant={lastPayment.at} />
            </>
          )}
        </Fact>
        <Fact name="Next date">
          <Words sentence={nextWord(subscription)} />
        </Fact>
        <Fact name="Paid in all">{formatAmount(inAll, price.currency)}</Fact>
        <Fact name="Given back">{formatAmount(back, price.currency)}</Fact>
      </dl>
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** The ways to end the subscription. */
export function Endings({ subscription, calls }: SectionProps & { calls: SubscriptionCalls }) {
  const { canCancel, canResume, canEnd, paidUntil } = subscription;
  const { end, resume } = calls;
  const who = payerWord(subscription);
  // After a failed renewal, access depends only on the grace period, which a cancellation ends.
  const isPaid = paidUntil !== null && Date.parse(paidUntil) > Date.now();
  const until = isPaid ? <LocalDate instant={paidUntil} /> : 'now, because the paid time is over';
  if (!canCancel && !canResume && !canEnd) return null;
  return (
    <section className={css.section} aria-labelledby="end-title">
      <h2 id="end-title">Cancel</h2>
      <ul className={css.rows}>
        {canCancel ? (
          <Choice title="At the end of the paid time" note={<>Access stays until {until}.</>}>
            <Asked
              label="Cancel at end"
              title={`Cancel ${who} at the end`}
              confirm="Cancel subscription"
              cancelLabel="Keep it"
              isBusy={end.isPending}
              small
              onConfirm={() => end.mutate('period-end')}
            >
              <p>
                No further payment is taken, and access stays until {until}. The payer is told by mail. It can
                be undone until then.
              </p>
            </Asked>
          </Choice>
        ) : null}
        {canResume ? (
          <Choice title="Canceled" note={<>Access stays until {until}. It can be undone until then.</>}>
            <Asked
              label="Undo"
              title="Undo the cancellation"
              confirm="Let it go on"
              isBusy={resume.isPending}
              small
              harmless
              onConfirm={() => resume.mutate()}
            >
              <p>
                Payments go on as before. The payer canceled, or an administrator did: make sure it is wanted.
              </p>
            </Asked>
          </Choice>
        ) : null}
        {canEnd ? (
          <Choice title="At once" note="Access ends now. Nothing is given back by itself.">
            <Asked
              label="Cancel now"
              title={`End ${who}’s subscription now`}
              confirm="End now"
              cancelLabel="Keep it"
              isBusy={end.isPending}
              small
              onConfirm={() => end.mutate('now')}
            >
              <p>
                Access ends now, and no further payment is taken. This cannot be undone; the person may
                subscribe again.
              </p>
              <p>Nothing is refunded by itself. The payer is told by mail.</p>
            </Asked>
          </Choice>
        ) : null}
      </ul>
    </section>
  );
}
