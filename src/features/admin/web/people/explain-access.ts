import type { PersonDetails } from '#features/people/contract/schemas.ts';

/** A sentence, with instants (ISO 8601) that are shown as days. */
export type Sentence = readonly (string | { day: string })[];

type Facts = Pick<
  PersonDetails,
  | 'kind'
  | 'name'
  | 'email'
  | 'role'
  | 'paidUntil'
  | 'disabledAt'
  | 'addressRevoked'
  | 'subscriptions'
  | 'changes'
>;

const BASICS = 'free oceans and samples';

/** Says what a person may open and why: the fact that decides first, then what follows it. */
export function explainAccess(person: Facts): Sentence[] {
  const who = person.name ?? person.email ?? 'This person';
  if (person.disabledAt !== null)
    return [
      [`${who} cannot log in, because the account was disabled on `, { day: person.disabledAt }, '.'],
      ['Nothing was deleted.'],
    ];
  if (person.addressRevoked && person.role !== 'admin') return [revoked(who, person)];
  if (person.role === 'admin') return [[`${who} can open everything, because they are an administrator.`]];
  if (person.role === null)
    return [[`${who} can open ${BASICS} with this address.`], ['There is no account.']];
  if (person.paidUntil !== null) return paying(who, person.paidUntil, person);
  if (person.role === 'subscriber')
    return [[`${who} can open everything, because an administrator made them a subscriber.`]];
  return [[`${who} can open ${BASICS}.`], [whyNotPaying(person)]];
}

function revoked(who: string, { changes, kind }: Facts): Sentence {
  const entry = changes.find(({ action, itemType }) => action === 'revoked' && itemType === 'email-signup');
  const start = `${who} cannot enter, because `;
  if (!entry)
    return [
      `${start}the access of ${kind === 'account' ? 'the account’s address' : 'this address'} was revoked.`,
    ];
  return [`${start}${entry.user?.username ?? 'the program'} revoked access on `, { day: entry.at }, '.'];
}

function paying(who: string, until: string, { subscriptions }: Facts): Sentence[] {
  const next = subscriptions.find(
    ({ status, nextPaymentAt }) => status === 'active' && nextPaymentAt !== null,
  );
  const failed = subscriptions.some(({ status }) => status === 'past_due');
  const after: Sentence = next?.nextPaymentAt
    ? ['The next payment is due on ', { day: next.nextPaymentAt }, '.']
    : failed
      ? ['The last payment failed, and is tried again.']
      : [`After that: ${BASICS}.`];
  return [[`${who} can open everything until `, { day: until }, ', because they have paid.'], after];
}

function whyNotPaying({ subscriptions }: Facts): string {
  if (subscriptions.length === 0) return 'They have never paid.';
  if (subscriptions.some(({ status }) => status === 'pending')) return 'A payment is being confirmed.';
  return 'What they paid for has ended.';
}
