import { isStaff } from '#features/accounts/shared/staff.ts';
import type { PersonDetails, PersonMail } from '#features/people/contract/schemas.ts';
import { STATUS_WORDS } from '#features/subscriptions/web/status/subscription-words.ts';
import { LocalDate } from '#platform/web/local-date.tsx';
import { Asked } from '../asked.tsx';
import * as css from '../record.module.css';
import { explainAccess, type Sentence } from './explain-access.ts';
import { Grants } from './grants/grants.tsx';
import { paymentWord } from './payment-words.ts';
import { personLog } from './person-log.ts';
import { roleWord } from './person-words.ts';
import type { GrantCalls } from './use-grant-calls.ts';

/** A person's access and its reasons, as sentences and as facts. */
export function Access({ person, calls }: { person: PersonDetails; calls: GrantCalls }) {
  const { role, email, kind, emailProven, addressRevoked } = person;
  return (
    <section className={css.section} aria-labelledby="access-title">
      <h2 id="access-title">What they may open and why</h2>
      <div className={css.reason} data-part="why">
        {explainAccess(person).map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no other name
          <p key={index}>
            <Words sentence={sentence} />
          </p>
        ))}
      </div>
      <dl className={`pairs ${css.pairs}`}>
        <div>
          <dt>Role</dt>
          <dd>
            {roleWord(person)}.{' '}
            {isStaff(person) || opensByRole(person) ? 'Opens everything.' : 'Opens free oceans and samples.'}
          </dd>
        </div>
        <div>
          <dt>Payment</dt>
          <dd>
            <Paid person={person} />
          </dd>
        </div>
        <div>
          <dt>Gift</dt>
          <dd>
            <Grants person={person} calls={calls} />
          </dd>
        </div>
        <div>
          <dt>Address</dt>
          <dd>
            {email === null
              ? 'None.'
              : addressRevoked
                ? `${role === 'admin' ? 'Revoked. Administrators enter anyway.' : 'Revoked. May not enter.'}`
                : 'May enter. Not revoked.'}
            {email !== null && kind === 'account' && !emailProven
              ? ' Not confirmed: it may be another person’s. '
              : ''}
            {email !== null && kind === 'account' && !emailProven ? (
              <div className={css.below}>
                <ConfirmAddress email={email} name={person.name ?? ''} confirmEmail={calls.confirmEmail} />
              </div>
            ) : null}
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** Tells whether a program version without grants made this person a subscriber by hand. */
const opensByRole = ({ role, paidUntil, grantedUntil, grantedForever }: PersonDetails) =>
  role === 'subscriber' && paidUntil === null && grantedUntil === null && !grantedForever;

interface ConfirmAddressProps {
  email: string;
  name: string;
  confirmEmail: GrantCalls['confirmEmail'];
}

function ConfirmAddress({ email, name, confirmEmail }: ConfirmAddressProps) {
  return (
    <Asked
      label="Confirm address"
      title="Confirm the address"
      confirm="Confirm address"
      isBusy={confirmEmail.isPending}
      small
      harmless
      onConfirm={() => confirmEmail.mutate()}
    >
      <p>
        Only do this if you know that <b className={css.address}>{email}</b> is {name}’s. What was paid or
        given with this address goes to this account, and links to it open the account.
      </p>
    </Asked>
  );
}

/** Renders a sentence with its days. */
export function Words({ sentence }: { sentence: Sentence }) {
  return sentence.map((part) =>
    typeof part === 'string' ? part : <LocalDate key={part.day} instant={part.day} />,
  );
}

function Paid({ person: { paidUntil, subscriptions } }: { person: PersonDetails }) {
  if (paidUntil !== null)
    return (
      <>
        Paid until <LocalDate instant={paidUntil} />.
      </>
    );
  return subscriptions.length === 0 ? 'None. Never paid.' : 'None now.';
}

/** Stored mails: those of the last day, and those of the last 30 days that wait or were refused. */
export function Mails({ mails, name }: { mails: readonly PersonMail[]; name: string }) {
  return (
    <section className={css.section} aria-labelledby="mails-title">
      <h2 id="mails-title">Mails sent</h2>
      {mails.length === 0 ? (
        <p className="meta">No mail in the last day, and none that waits or was refused.</p>
      ) : (
        <table className={`table ${css.table}`}>
          <caption className="sr">Mails sent to {name}</caption>
          <thead>
            <tr>
              <th scope="col">Mail</th>
              <th scope="col">Written</th>
              <th scope="col">Outcome</th>
            </tr>
          </thead>
          <tbody>
            {mails.map((mail) => (
              <tr key={mail.id}>
                <th scope="row">{mail.subject}</th>
                <td data-l="Written">
                  <LocalDate instant={mail.queuedAt} style="instant" />
                </td>
                <td data-l="Outcome">
                  <span>
                    <Outcome mail={mail} />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Outcome({ mail: { outcome, outcomeAt, error } }: { mail: PersonMail }) {
  const at = outcomeAt === null ? null : <LocalDate instant={outcomeAt} style="instant" />;
  if (outcome === 'sent') return <>Sent {at}</>;
  if (outcome === 'waiting') return 'Waiting to be sent';
  const reason = (error ?? 'no reason is known').replace(/^Error: /, '').replace(/\.$/, '');
  if (outcome === 'given-up') return `Not accepted, and not tried again: ${reason}.`;
  return (
    <>
      Not accepted: {reason}. Next attempt {at}
    </>
  );
}

/** Subscriptions with their payments. */
export function Payments({
  subscriptions,
  isAccount,
}: {
  subscriptions: PersonDetails['subscriptions'];
  isAccount: boolean;
}) {
  return (
    <section className={css.section} aria-labelledby="payments-title">
      <h2 id="payments-title">Payments</h2>
      {subscriptions.length === 0 ? <p className="meta">No payments yet.</p> : null}
      {subscriptions.length === 0 || isAccount ? null : (
        <p className="meta">Paid without an account, by somebody who named this address.</p>
      )}
      <ul className={css.rows}>
        {subscriptions.map((subscription) => (
          <li key={subscription.id}>
            <div>
              <b>
                Subscription: {STATUS_WORDS[subscription.status]}
                {subscription.isTest ? ' (test payment)' : ''}
              </b>
              <span className="meta">
                Since <LocalDate instant={subscription.createdAt} />
                {subscription.nextPaymentAt === null ? null : (
                  <>
                    , next payment on <LocalDate instant={subscription.nextPaymentAt} />
                  </>
                )}
              </span>
              <ul>
                {subscription.payments.map((payment) => (
                  <li key={payment.id}>
                    {paymentWord(payment)}
                    {payment.paidAt === null ? null : (
                      <>
                        , <LocalDate instant={payment.paidAt} />
                      </>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Changes by administrators, and the account's own activity. */
export function Log({ person }: { person: PersonDetails }) {
  const lines = personLog(person);
  return (
    <section className={css.section} aria-labelledby="log-title">
      <h2 id="log-title">Log</h2>
      {lines.length === 0 ? <p className="meta">Nothing yet.</p> : null}
      <ol className={css.timeline} data-part="log">
        {lines.map(({ key, at, text, device }) => (
          <li key={key}>
            <b>{text}</b>
            <span className="meta">
              <LocalDate instant={at} style="instant" />
              {device === null ? '' : `, ${device}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
