import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { PartSize, QueryId } from '#platform/http/contract/fields.ts';
import * as calls from './calls.ts';
import * as ownCalls from './own-calls.ts';
import { AuditAction, AuditAuthor, AuditEntry, SecurityEvent } from './schemas.ts';

const FilterText = z
  .string()
  .trim()
  .max(200, 'This name is too long')
  .refine((value) => !value.includes('\0'), 'This name contains a character that is not allowed')
  .optional();

export const listAuditLog = endpoint(calls.listAuditLog, {
  summary:
    'Who changed what and when, the newest first; for editors, changes of content alone. Where there is ' +
    'more, the `X-Next-Cursor` header carries the `cursor` of the next part',
  mayBeOld: true,
  query: z.object({
    /** One type, or several separated by commas. */
    itemType: FilterText,
    itemId: FilterText,
    action: AuditAction.optional(),
    /** `program`: changes by the program, the command line, or since deleted accounts. */
    userId: z.union([z.literal('program'), QueryId]).optional(),
    from: z.iso.datetime().optional(),
    /** Exclusive end of the range. */
    to: z.iso.datetime().optional(),
    limit: PartSize(200).default(50),
    cursor: QueryId.optional(),
  }),
  answers: { 200: z.array(AuditEntry) },
});

export const listAuthors = endpoint(calls.listAuthors, {
  summary: 'The accounts that have changed something that the reader sees, by name',
  mayBeOld: true,
  answers: { 200: z.array(AuditAuthor) },
});

export const listSecurityEvents = endpoint(ownCalls.listSecurityEvents, {
  summary:
    'What concerned the security of the reader’s account in the last 13 months, the newest first. Where ' +
    'there is more, the `X-Next-Cursor` header carries the `cursor` of the next part',
  query: z.object({ limit: PartSize(200).default(20), cursor: QueryId.optional() }),
  answers: { 200: z.array(SecurityEvent) },
});
