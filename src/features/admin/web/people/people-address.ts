import { MAX_SEARCH } from '#features/people/contract/calls.ts';
import type { PersonKind, PersonOrder, PersonState, StaffRole } from '#features/people/contract/schemas.ts';

export const PEOPLE_PATH = '/admin/users';

/** Address of a person's page. */
export const personHref = ({ kind, id }: { kind: PersonKind; id: number }): string =>
  kind === 'account' ? `${PEOPLE_PATH}/${id}` : `${PEOPLE_PATH}/signups/${id}`;

/** Filters and order of the list, as the URL stores them. Empty texts filter nothing. */
export interface PeopleFilter {
  search: string;
  state: PersonState | '';
  role: StaffRole | '';
  order: PersonOrder;
}

export const STATES: readonly (readonly [PersonState | '', string])[] = [
  ['', 'Everyone'],
  ['paying', 'Paying'],
  ['granted', 'Gift'],
  ['free', 'Free'],
  ['staff', 'Staff'],
  ['email-only', 'Email only'],
  ['revoked', 'Revoked'],
];

export const ROLES: readonly (readonly [StaffRole | '', string])[] = [
  ['', 'Every role'],
  ['editor', 'Editors'],
  ['admin', 'Administrators'],
];

export const ORDERS: readonly (readonly [PersonOrder, string])[] = [
  ['seen', 'Last seen'],
  ['since', 'Newest first'],
  ['name', 'Name'],
];

/** Reads a filter from the URL. Values that no control offers filter nothing. */
export function readPeopleFilter(search: URLSearchParams): PeopleFilter {
  const oneOf = <T extends string>(name: string, pairs: readonly (readonly [T, string])[]) =>
    pairs.find(([known]) => known === search.get(name))?.[0];
  return {
    search: (search.get('search') ?? '').replaceAll('\0', '').trim().slice(0, MAX_SEARCH),
    state: oneOf('state', STATES) ?? '',
    role: oneOf('role', ROLES) ?? '',
    order: oneOf('order', ORDERS) ?? 'seen',
  };
}

/** Address of the list with a filter. */
export function peopleHref({ search, state, role, order }: PeopleFilter): string {
  const chosen = Object.entries({ search, state, role, order: order === 'seen' ? '' : order });
  const query = new URLSearchParams(chosen.filter(([, value]) => value !== '')).toString();
  return query === '' ? PEOPLE_PATH : `${PEOPLE_PATH}?${query}`;
}
