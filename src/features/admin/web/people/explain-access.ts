import type { PersonDetails } from '#features/people/contract/schemas.ts';

/** A sentence with instants (ISO 8601), which are shown as days. */
export type Sentence = readonly (string | { day: string })[];

type Facts = Pick<
  PersonDetails,
  | 'kind'
  | 'name'
  | 'email'
  | 'role'
  | 'paidUntil'
  | 'grants'
  | 'disabledAt'
  | 'addressRevoked'
  | 'subscriptions'
  | 'changes'
>;

const BASICS = 'free oceans and samples';

/** Explains a person's access: the decisive fact first, then its consequences. */
export function explainAccess(person: Facts, now = Date.now()): Sentence[] {
  const who = person.name ?? person.email ?? 'This person';
  if (person.disabledAt !== null)
    return [
      [`${who} cannot log in, because the account was disabled on `, { day: person.disabledAt }, '.'],
      ['Nothing was deleted.'],
    ];
  if (person.addressRevoked && person.role !== 'admin') return [revoked(who, person)];
  if (person.role === 'admin') return [[`${who} can open everything, because they are an administrator.`]];
  if (person.role === 'editor')
    return [[`${who} can open everything and change content, because they are an editor.`]];
  const grant = lastGrant(person.grants, now);
  if (person.role === null)
    return [
      [`${who} can open ${BASICS} with this address.`],
      grant ? waiting(grant) : ['There is no account.'],
    ];
  if (grant && (person.paidUntil === null || endsLater(grant.endsAt, person.paidUntil)))
    return granted(who, grant, person);
  if (person.paidUntil !== null) {
    const sentences = paying(who, person.paidUntil, person);
    return grant ? [...sentences, ['They were also given access ', ...until(grant), NEITHER]] : sentences;
  }
  if (person.role === 'subscriber')
    return [[`${who} can open everything, because an administrator made them a subscriber.`]];
  return [[`${who} can open ${BASICS}.`], [whyNotPaying(person)]];
}

type Grant = PersonDetails['grants'][number];

/** Returns grants that are neither withdrawn nor expired. */
export const currentGrants = (grants: readonly Grant[], now = Date.now()): Grant[] =>
  grants.filter(
    ({ endsAt, withdrawnAt }) => withdrawnAt === null && (endsAt === null || Date.parse(endsAt) > now),
  );

/** Tells whether access ends later than another end. Null: it never ends. */
const endsLater = (endsAt: string | null, other: string | null) =>
  endsAt === null || (other !== null && endsAt > other);

const lastGrant = (grants: readonly Grant[], now: number): Grant | undefined =>
  currentGrants(grants, now).reduce<Grant | undefined>(
    (last, grant) => (last === undefined || endsLater(grant.endsAt, last.endsAt) ? grant : last),
    undefined,
  );

/** Returns the last day of a grant, which ends at the next day's first instant. */
export const lastDay = (endsAt: string): string => new Date(Date.parse(endsAt) - 1).toISOString();

const until = ({ endsAt }: Grant): Sentence =>
  endsAt === null ? ['without end'] : ['until ', { day: lastDay(endsAt) }];

const NEITHER = '. Neither changes the other.';

/** Returns the reason of a grant. */
const whyGiven = ({ source, grantedBy }: Grant): string =>
  ({
    owner: grantedBy === null ? 'it was granted' : `${grantedBy} granted it`,
    code: 'they redeemed a gift code',
    import: 'they were imported as a member',
  })[source];

function granted(who: string, grant: Grant, { paidUntil }: Facts): Sentence[] {
  const first: Sentence = [`${who} can open everything `, ...until(grant), `, because ${whyGiven(grant)}.`];
  if (paidUntil !== null) return [first, ['They have also paid until ', { day: paidUntil }, NEITHER]];
  return grant.endsAt === null ? [first] : [first, [`After that: ${BASICS}.`]];
}

const waiting = (grant: Grant): Sentence => [
  'There is no account. Access ',
  ...until(grant),
  ' waits for one that confirms this address.',
];

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
