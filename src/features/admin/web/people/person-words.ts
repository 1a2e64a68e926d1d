import { isStaff } from '#features/accounts/shared/staff.ts';
import type { Person, PersonDetails } from '#features/people/contract/schemas.ts';

/** Names of a person's states, and the classes of their badges. Staff may open everything. */
export const STATE_BADGES: Record<Person['state'], readonly [string, string]> = {
  paying: ['Paying', 'badge'],
  granted: ['Gift', 'badge free'],
  free: ['Free', 'badge plain'],
  staff: ['Staff', 'badge plain'],
  'email-only': ['Email only', 'badge plain'],
  revoked: ['Revoked', 'badge off'],
};

const STAFF_WORDS: Partial<Record<string, string>> = { admin: 'Administrator', editor: 'Editor' };

/** Returns the name of a person's role. Subscribers count as members, with paid or granted access. */
export const roleWord = ({ role }: Pick<Person, 'role'>): string =>
  role === null ? 'Visitor' : (STAFF_WORDS[role] ?? 'Member');

/** Tells whether an account can become an editor or administrator, which it cannot while it is locked. */
export const mayWorkHere = ({
  state,
  addressRevoked,
}: Pick<PersonDetails, 'state' | 'addressRevoked'>): boolean => state !== 'revoked' && !addressRevoked;

/** Returns the displayed name. A person without an account has none. */
export const nameWord = ({ name }: Pick<Person, 'name'>): string => name ?? 'No name yet';

type AccessFacts = Pick<Person, 'role' | 'state' | 'paidUntil' | 'grantedUntil' | 'grantedForever'>;

/**
 * Returns the reason of a person's access in a few words; null for access that ends at {@link opensUntil}.
 */
export function accessWord(person: AccessFacts): string | null {
  if (person.state === 'revoked') return 'Cannot enter';
  const hasGrant = person.grantedForever || person.grantedUntil !== null;
  if (person.role === null) return hasGrant ? 'Gift waits for an account' : 'No account';
  if (isStaff(person)) return 'Role opens everything';
  if (person.grantedForever) return 'Gift without end';
  if (opensUntil(person) !== null) return null;
  return person.role === 'free' ? 'Not paying' : 'Role opens everything';
}

/** Returns the later end of paid and granted time; null without either. */
export function opensUntil({ paidUntil, grantedUntil }: AccessFacts): string | null {
  if (paidUntil === null || grantedUntil === null) return paidUntil ?? grantedUntil;
  return paidUntil > grantedUntil ? paidUntil : grantedUntil;
}

interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Divides a text into parts that match a search, ignoring case, and other parts. */
export function markMatches(text: string, search: string): TextPart[] {
  const searched = search.trim().toLowerCase();
  const lower = text.toLowerCase();
  // Some letters change their length in lower case, so that offsets differ.
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
