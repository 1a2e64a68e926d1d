import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { PathId } from '#platform/http/contract/fields.ts';
import * as calls from './calls.ts';
import { Warning, WarningKind } from './schemas.ts';

export const listWarnings = endpoint(calls.listWarnings, {
  summary: 'What only an administrator can solve: money without an owner, refused refunds, refused mails',
  answers: { 200: z.array(Warning) },
});

export const dismissWarning = endpoint(calls.dismissWarning, {
  summary: 'Mark a warning as handled. It is not shown again',
  params: z.object({ kind: WarningKind, id: PathId }),
  answers: { 204: null },
});
