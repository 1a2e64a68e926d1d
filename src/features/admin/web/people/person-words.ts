import { isStaff } from '#features/accounts/shared/staff.ts';
import type { Person, PersonDetails } from '#features/people/contract/schemas.ts';

/** Names of a person's states, and the classes of their badges. To staff nothing is closed. */
export const STATE_BADGES: Record<Person['state'], readonly [string, string]> = {
  paying: ['Paying', 'badge'],
  granted: ['Gift', 'badge free'],
  free: ['Free', 'badge plain'],
  staff: ['Staff', 'badge plain'],
  'email-only': ['Email only', 'badge plain'],
  revoked: ['Revoked', 'badge off'],
};

const STAFF_WORDS: Partial<Record<string, string>> = { admin: 'Administrator', editor: 'Editor' };

/** Names a person's role. Subscribers are members, whether they pay or were granted access. */
export const roleWord = ({ role }: Pick<Person, 'role'>): string =>
  role === null ? 'Visitor' : (STAFF_WORDS[role] ?? 'Member');

/** Whether an account can be made an editor's or administrator's: not while it cannot enter. */
export const mayWorkHere = ({
  state,
  addressRevoked,
}: Pick<PersonDetails, 'state' | 'addressRevoked'>): boolean => state !== 'revoked' && !addressRevoked;

/** The name to show: nobody without an account has one. */
export const nameWord = ({ name }: Pick<Person, 'name'>): string => name ?? 'No name yet';

type AccessFacts = Pick<Person, 'role' | 'state' | 'paidUntil' | 'grantedUntil' | 'grantedForever'>;

/** Says in a few words what opens content to a person; null for access that ends at {@link opensUntil}. */
export function accessWord(person: AccessFacts): string | null {
  if (person.state === 'revoked') return 'Cannot enter';
  const hasGrant = person.grantedForever || person.grantedUntil !== null;
  if (person.role === null) return hasGrant ? 'Gift waits for an account' : 'No account';
  if (isStaff(person)) return 'Role opens everything';
  if (person.grantedForever) return 'Gift without end';
  if (opensUntil(person) !== null) return null;
  return person.role === 'free' ? 'Not paying' : 'Role opens everything';
}

/** The later end of paid and granted time; null without either. */
export function opensUntil({ paidUntil, grantedUntil }: AccessFacts): string | null {
  if (paidUntil === null || grantedUntil === null) return paidUntil ?? grantedUntil;
  return paidUntil > grantedUntil ? paidUntil : grantedUntil;
}

interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Divides a text into parts that match a search, in any case, and parts that do not. */
export function markMatches(text: string, search: string): TextPart[] {
  const searched = search.trim().toLowerCase();
  const lower = text.toLowerCase();
  // Some letters change their length in lower case; then positions do not fit.
  if (searched === '' || lower.length !== text.length) return [{ text, isMatch: false }];
  const parts: TextPart[] = [];
  let from = 0;
  for (let at = lower.indexOf(searched); at >= 0; at = lower.indexOf(searched, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), isMatch: false });
    from = at + searched.length;
    parts.push({ text: text.slice(at, from), isMatch: true });
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMatch: false });
  return parts;
}
