import { MAX_SEARCH } from '#features/people/contract/calls.ts';
import type { PersonKind, PersonOrder, PersonState, StaffRole } from '#features/people/contract/schemas.ts';
import { filterHref, readChoice, readSearch } from '../search-list/filter-address.ts';

export const PEOPLE_PATH = '/admin/users';

/** Returns the address of a person's page. */
export const personHref = ({ kind, id }: { kind: PersonKind; id: number }): string =>
  kind === 'account' ? `${PEOPLE_PATH}/${id}` : `${PEOPLE_PATH}/signups/${id}`;

/** Filters and order of the list, as the URL stores them. Empty values do not filter. */
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

/** Parses a filter in the URL. Values without an option do not filter. */
export function readPeopleFilter(query: URLSearchParams): PeopleFilter {
  return {
    search: readSearch(query, MAX_SEARCH),
    state: readChoice(query, 'state', STATES),
    role: readChoice(query, 'role', ROLES),
    order: readChoice(query, 'order', ORDERS),
  };
}

/** Returns the address of the list with a filter. */
export const peopleHref = ({ order, ...filter }: PeopleFilter): string =>
  filterHref(PEOPLE_PATH, { ...filter, order: order === 'seen' ? '' : order });
