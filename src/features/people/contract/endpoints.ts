import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { PartSize, PathId, text } from '#platform/http/contract/fields.ts';
import * as calls from './calls.ts';
import { PeopleCounts, Person, PersonDetails, PersonKind, PersonOrder, PersonState } from './schemas.ts';

/** Longest search text: an address. */
const MAX_SEARCH = 254;

const filter = {
  /** A part of the name or the address. */
  search: text(MAX_SEARCH).optional(),
  state: PersonState.optional(),
  order: PersonOrder.default('seen'),
};

export const listPeople = endpoint(calls.listPeople, {
  summary:
    'Everyone who has an account or entered an address. Where there may be more, the `X-Next-Cursor` ' +
    'header carries the `cursor` of the next part. A part of a filtered list may be short, or empty',
  query: z.object({
    ...filter,
    limit: PartSize(200).default(50),
    cursor: z
      .string()
      .regex(/^[01](\.(account|signup)\.\d{1,15}\.[\w%.!~*'()-]{1,900})?$/, 'This cursor is not valid')
      .optional(),
  }),
  answers: { 200: z.array(Person) },
});

export const exportPeople = endpoint(calls.exportPeople, {
  summary: 'The same list as a table for spreadsheets',
  query: z.object(filter),
  gives: 'text/csv',
  answers: { 200: z.string() },
});

export const countPeople = endpoint(calls.countPeople, {
  summary: 'How many persons there are, in all and by state',
  answers: { 200: PeopleCounts },
});

export const getPerson = endpoint(calls.getPerson, {
  summary:
    'What is stored about a person. For a sign-up whose address an account has proven, the account’s person',
  params: z.object({ kind: PersonKind, id: PathId }),
  answers: { 200: PersonDetails },
});
