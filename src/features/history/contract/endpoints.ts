import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { ById, PartSize, QueryId, text } from '#platform/http/contract/fields.ts';
import * as calls from './calls.ts';
import { Comparison, Restored, SubjectType, VersionList } from './schemas.ts';

const subject = { type: SubjectType, id: text(100).min(1) };

const WRONG_VERSION = 'Must be the ID of a version';
const VersionId = z
  .number(WRONG_VERSION)
  .int(WRONG_VERSION)
  .min(0, WRONG_VERSION)
  .max(2 ** 52, WRONG_VERSION);

/** 0: the state before the first change. */
const PathVersion = z
  .string()
  .regex(/^(0|[1-9]\d{0,14})$/)
  .transform(Number);

export const listVersions = endpoint(calls.listVersions, {
  summary:
    'The changes of an item or setting, the newest first: who, when, and which fields. Where there is ' +
    'more, the `X-Next-Cursor` header carries the `cursor` of the next part',
  mayBeOld: true,
  params: z.object(subject),
  query: z.object({ limit: PartSize(100).default(20), cursor: QueryId.optional() }),
  answers: { 200: VersionList },
});

export const compareVersion = endpoint(calls.compareVersion, {
  summary:
    'The fields in which an item or setting differs now from the state after a change, named by its ID in ' +
    'the audit log; 0 is the state before all changes',
  params: z.object({ ...subject, version: PathVersion }),
  answers: { 200: Comparison },
});

export const restoreVersion = endpoint(calls.restoreVersion, {
  summary:
    'Give fields the values that they had after a change. 409 when there was a later change than `latest`, ' +
    'or when the item must not be published so',
  params: z.object(subject),
  body: z.object({
    version: VersionId,
    fields: z
      .array(text(40, 'Must be the name of a field'), 'Must be a list of fields')
      .min(1, 'Choose at least one field')
      .max(40, 'Choose at most 40 fields'),
    /** Id of the newest change that the page showed. */
    latest: VersionId,
  }),
  answers: { 200: Restored },
});

export const undoSeveral = endpoint(calls.undoSeveral, {
  summary:
    'Undo a bulk change, all of it or nothing. 409 when one of the items was changed since; `issues` names ' +
    'them. Undoing is a change, whose `entries` can be undone',
  body: z.object({
    entries: z
      .array(VersionId, 'Must be a list of IDs')
      .min(1, 'Choose at least one change')
      .max(calls.MAX_UNDONE, `At most ${calls.MAX_UNDONE} at once`)
      .refine((ids) => new Set(ids).size === ids.length, 'A change can only be named once'),
  }),
  answers: { 200: z.object({ entries: z.array(z.number()) }) },
});

export const undoChange = endpoint(calls.undoChange, {
  summary:
    'Give the fields of a change the values that they had before it. 409 when one of them was changed ' +
    'since. Undoing is a change, which can be undone',
  params: ById,
  answers: { 200: Restored },
});
