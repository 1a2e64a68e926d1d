import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as calls from '#features/people/contract/calls.ts';
import type { countPeople, getPerson, listPeople } from '#features/people/contract/endpoints.ts';
import type { Person, PersonKind } from '#features/people/contract/schemas.ts';
import { urlOf } from '#platform/http/contract/call.ts';
import { NEXT_CURSOR } from '#platform/http/contract/headers.ts';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import type { PeopleFilter } from './people-address.ts';

const AT_ONCE = 50;

/**
 * Queries matching persons, in pages. The server's pages may be short, so each page continues until it is
 * full or the list ends.
 */
export const peopleQuery = (api: Api, { search, state, role, order }: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(calls.listPeople), search, state, role, order],
    queryFn: async ({ pageParam, signal }) => {
      const people: Person[] = [];
      let next: string | null = pageParam;
      do {
        const cursor: string | null = next;
        people.push(
          ...(await api<typeof listPeople>(calls.listPeople, {
            query: {
              limit: String(AT_ONCE - people.length),
              order,
              ...(search === '' ? {} : { search }),
              ...(state === '' ? {} : { state }),
              ...(role === '' ? {} : { role }),
              ...(cursor === null ? {} : { cursor }),
            },
            onHeaders: (headers) => {
              next = headers.get(NEXT_CURSOR);
            },
          })),
        );
      } while (next !== null && people.length < AT_ONCE && !signal.aborted);
      return { people, next: next as string | null };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // The list may have changed since.
    staleTime: 0,
  });

/** Queries numbers of persons by state. */
export const countsQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.countPeople),
    queryFn: () => api<typeof countPeople>(calls.countPeople),
    staleTime: 0,
  });

export const personQuery = (api: Api, kind: PersonKind, id: number) =>
  queryOptions({
    queryKey: keyOf(calls.getPerson, { kind, id }),
    queryFn: () => api<typeof getPerson>(calls.getPerson, { params: { kind, id: String(id) } }),
    staleTime: 0,
  });

/** Returns the URL of the list as CSV. */
export const peopleCsvHref = ({ search, state, role, order }: PeopleFilter): string =>
  urlOf(calls.exportPeople, { query: { search, state, role, order } });
