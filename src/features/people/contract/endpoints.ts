import { z } from 'zod';
import { Username } from '#features/accounts/contract/form-schemas.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { ById, LastChange, PartSize, PathId, text } from '#platform/http/contract/fields.ts';
import { DAY } from '#platform/text/time-units.ts';
import * as calls from './calls.ts';
import {
  NewRole,
  PeopleCounts,
  Person,
  PersonDetails,
  PersonKind,
  PersonOrder,
  PersonState,
  StaffRole,
} from './schemas.ts';

const filter = {
  /** Substring of the name or address. */
  search: text(calls.MAX_SEARCH).optional(),
  state: PersonState.optional(),
  role: StaffRole.optional(),
  order: PersonOrder.default('seen'),
};

export const listPeople = endpoint(calls.listPeople, {
  summary:
    'Everyone who has an account or entered an address. Where there may be more, the `X-Next-Cursor` ' +
    'header carries the `cursor` of the next part. A part of a filtered list may be short, or empty',
  mayBeOld: true,
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
  summary: 'The same list as a table for spreadsheets, in the order `since` instead of `seen`',
  mayBeOld: true,
  query: z.object(filter),
  gives: 'text/csv',
  answers: { 200: z.string() },
});

export const countPeople = endpoint(calls.countPeople, {
  summary: 'How many persons there are, in all and by state',
  mayBeOld: true,
  answers: { 200: PeopleCounts },
});

export const getPerson = endpoint(calls.getPerson, {
  summary:
    'What is stored about a person. For a sign-up whose address an account has proven, the account’s person',
  params: z.object({ kind: PersonKind, id: PathId }),
  answers: { 200: PersonDetails },
});

const person = z.object({ kind: PersonKind, id: PathId });

export const changePerson = endpoint(calls.changePerson, {
  summary:
    'Disable an account or enable it again, rename it, confirm its address for its owner, or change its ' +
    'role, which ends its sessions; revoke the access of the person’s address or restore it',
  params: person,
  body: z.union(
    [
      z.strictObject({ isDisabled: z.boolean(), lastChange: LastChange }),
      z.strictObject({ hasAccess: z.boolean(), lastChange: LastChange }),
      z.strictObject({ name: Username, lastChange: LastChange }),
      z.strictObject({ role: NewRole, lastChange: LastChange }),
      /** The address that the caller saw, so that another one is not confirmed by mistake. */
      z.strictObject({ confirmedEmail: text(calls.MAX_SEARCH), lastChange: LastChange }),
    ],
    'Send isDisabled, hasAccess, name, role or confirmedEmail, with lastChange',
  ),
  answers: { 204: null },
});

export const erasePerson = endpoint(calls.erasePerson, {
  summary:
    'Erase an account, or a sign-up without one, with everything that is stored about the person. Payments ' +
    'stay without a name',
  params: person,
  body: z.object({
    /** The person's address; for an account without one, its name. */
    confirmation: text(calls.MAX_SEARCH, 'Type the address to confirm'),
    lastChange: LastChange,
  }),
  answers: { 204: null },
});

export const endPersonSessions = endpoint(calls.endPersonSessions, {
  summary: 'End all sessions of an account',
  params: ById,
  answers: { 204: null },
});

export const sendPersonLink = endpoint(calls.sendPersonLink, {
  summary: 'Email a sign-in link to a person, which ends the former ones',
  params: person,
  answers: { 204: null },
});

/** Returns the latest allowed end of a grant, in epoch ms: in 100 years. A later one is a typing error. */
const farthest = () => Date.now() + 36_525 * DAY;

export const grantPersonAccess = endpoint(calls.grantPersonAccess, {
  summary:
    'Grant a person access to premium content, beside what they pay. Without an account it waits until one ' +
    'proves the address. An equal grant by the same administrator is not repeated',
  params: person,
  body: z.object({
    endsAt: z.iso
      .datetime({ error: 'Choose a day', offset: true })
      .transform((at) => Date.parse(at))
      .refine((at) => at > Date.now(), 'Choose a day that has not ended yet')
      .refine((at) => at <= farthest(), 'Choose a day in the next 100 years'),
    reason: text(calls.MAX_REASON, 'Write a reason').min(1, 'Write a reason'),
    lastChange: LastChange,
  }),
  answers: { 200: z.object({ id: z.number() }) },
});

export const changePersonGrant = endpoint(calls.changePersonGrant, {
  summary: 'Withdraw access that a person was granted, or give it back',
  params: z.object({ kind: PersonKind, id: PathId, grant: PathId }),
  body: z.object({ isWithdrawn: z.boolean(), lastChange: LastChange }),
  answers: { 204: null },
});
