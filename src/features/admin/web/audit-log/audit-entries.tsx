import type { AuditEntry } from '#features/audit-log/contract/schemas.ts';
import { formatAmount } from '#features/subscriptions/shared/format-amount.ts';
import { LocalDate } from '#platform/web/local-date.tsx';
import { EntryActions } from '../history/entry-actions.tsx';
import * as css from './audit-entries.module.css';
import { asRecord, changedFields } from './changed-fields.ts';

/** Entries of the audit log as sentences, with the changed words. */
export function AuditEntries({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ol className={css.entries} data-part="audit-log">
      {entries.map((entry) => (
        <li key={entry.id}>
          <div>
            {sentenceOf(entry)}
            <div className="meta">
              <LocalDate instant={entry.at} style="instant" />
            </div>
            <ChangedFields entry={entry} />
          </div>
          <EntryActions entry={entry} />
        </li>
      ))}
    </ol>
  );
}

function ChangedFields({ entry }: { entry: AuditEntry }) {
  const fields = changedFields(entry);
  if (fields.length === 0) return null;
  return (
    <ul className={css.fields}>
      {fields.map(({ label, difference: { start, before, after, end } }) => (
        <li key={label}>
          <b>{label}:</b> {start}
          {before === '' ? null : (
            <>
              <span className="sr">from </span>
              <del>{before.trim()}</del>{' '}
            </>
          )}
          {after === '' ? null : (
            <>
              <span className="sr">to </span>
              <ins>{after.trim()}</ins>{' '}
            </>
          )}
          {end}
        </li>
      ))}
    </ul>
  );
}

const ROLE_CHANGES: Partial<Record<string, (whom: string) => string>> = {
  admin: (whom) => `made ${whom} an administrator`,
  editor: (whom) => `made ${whom} an editor`,
  member: (whom) => `took the role of ${whom} away`,
};

/** Actions of an administrator on a person, by the name in the entry's details. */
const DONE: Partial<Record<string, (whom: string, details: AuditEntry['details']) => string>> = {
  'sessions-ended': (whom) => `ended the sessions of ${whom}`,
  'link-sent': (whom) => `sent a sign-in link to ${whom}`,
  'access-granted': (whom) => `gave ${whom} access for a time`,
  'grant-withdrawn': (whom) => `withdrew access that ${whom} was given`,
  'grant-restored': (whom) => `gave withdrawn access back to ${whom}`,
  renamed: (whom, { from }) => `renamed “${from}” to ${whom}`,
  'code-redeemed': () => 'redeemed a gift code',
  'role-changed': (whom, { after }) =>
    ROLE_CHANGES[String(asRecord(after).role)]?.(whom) ?? `changed the role of ${whom}`,
  'email-confirmed': (whom) => `confirmed the address of ${whom}`,
};

/** Describes an entry in a sentence. */
export function sentenceOf({ user, authorErased, action, itemType, title, details }: AuditEntry): string {
  // A scheduled change has no author.
  const who =
    details.by === 'schedule'
      ? 'The schedule'
      : (user?.username ?? (authorErased ? 'Somebody erased' : 'The program'));
  // An export has no action of its own (see `recordExport`).
  if (itemType === 'export') return `${who} exported “${title}”`;
  // Actions on a person have no audit action of their own (see `people/server/actions`).
  if (typeof details.done === 'string') {
    const done = DONE[details.done]?.(`“${title}”`, details);
    const reason = typeof details.reason === 'string' ? `: ${details.reason}` : '';
    if (done !== undefined) return `${who} ${done}${reason}`;
  }
  const stopped = typeof details.stopped === 'string' ? details.stopped : null;
  if (stopped !== null) return `${who} did not publish the ${itemType} “${title}”. ${stopped}`;
  const done = sentenceOfMoney(details);
  if (done !== undefined) return `${who} ${done} “${title}”`;
  if (itemType === 'gift-code' && action === 'deleted') return `${who} withdrew the gift code “${title}”`;
  const what = `${itemType.replaceAll('-', ' ')}${title === '' ? '' : ` “${title}”`}`;
  // Accounts are disabled and enabled; addresses and gifts have their access revoked and granted.
  const verbs: Partial<Record<string, string>> =
    itemType === 'account'
      ? { granted: 'enabled', revoked: 'disabled' }
      : { granted: 'granted access to', revoked: 'revoked the access of' };
  const verb = verbs[action] ?? action;
  return `${who} ${verb} ${what}${details.forGood === true ? ' for good' : ''}`;
}

/** Describes actions on a subscription, which have no audit action of their own (see `recordAction`). */
function sentenceOfMoney(details: AuditEntry['details']): string | undefined {
  switch (details.done) {
    case 'subscription-checked':
      return 'asked the provider about subscription';
    case 'subscription-canceled':
      return 'canceled, at the end of the paid time, subscription';
    case 'subscription-resumed':
      return 'undid the cancellation of subscription';
    case 'subscription-ended':
      return 'ended at once subscription';
    case 'refund-retried':
      return 'tried again a refund of subscription';
    case 'payment-refunded':
      return `refunded ${formatAmount(Number(details.cents), String(details.currency))} of subscription`;
    default:
      return undefined;
  }
}
