import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { ById, text } from '#platform/http/contract/fields.ts';
import { DAY } from '#platform/text/time-units.ts';
import * as calls from './calls.ts';
import { MemberImport } from './schemas.ts';

/** Longest access given by an import, in ms: ten years. */
const MAX_ACCESS = 10 * 366 * DAY;

export const listMemberImports = endpoint(calls.listMemberImports, {
  summary: 'The latest imports of members, the newest first',
  answers: { 200: z.array(MemberImport) },
});

export const getMemberImport = endpoint(calls.getMemberImport, {
  summary: 'An import of members: its check, and how far it is',
  params: ById,
  answers: { 200: MemberImport },
});

export const checkMembers = endpoint(calls.checkMembers, {
  summary:
    'Check a list of members as Ghost exports it (CSV), and store it for an import. Nothing is imported yet',
  query: z.object({ name: text(calls.MAX_FILE_NAME).default('members.csv') }),
  // The file is read as a stream, so no schema parses it.
  body: z.unknown(),
  bodyLimit: calls.MAX_IMPORT_BYTES,
  answers: { 201: MemberImport },
});

/** Must be after the time of the call. */
const AccessUntil = z.iso
  .datetime({ offset: true, error: 'Choose a date', abort: true })
  .refine((until) => Date.parse(until) > Date.now(), 'Choose a date in the future')
  .refine((until) => Date.parse(until) < Date.now() + MAX_ACCESS, 'Choose a date within ten years');

export const runMemberImport = endpoint(calls.runMemberImport, {
  summary:
    'Import the members of a checked file, in the background. A repetition changes nothing. Members with a ' +
    'paid or complimentary plan get access until a date, or none',
  params: ById,
  body: z.object({ accessUntil: AccessUntil.nullable(), isInviting: z.boolean() }),
  answers: { 200: MemberImport },
});

export const discardMemberImport = endpoint(calls.discardMemberImport, {
  summary: 'Discard a checked file. An import that was started is not stopped',
  params: ById,
  answers: { 204: null },
});
