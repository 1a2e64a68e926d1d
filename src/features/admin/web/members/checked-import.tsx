import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { listAuditLog } from '#features/audit-log/contract/calls.ts';
import * as calls from '#features/member-import/contract/calls.ts';
import type { discardMemberImport, runMemberImport } from '#features/member-import/contract/endpoints.ts';
import type { MemberImport } from '#features/member-import/contract/schemas.ts';
import { Field } from '#platform/design/form/field.tsx';
import { Form } from '#platform/design/form/form.tsx';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { ApiError, failureText } from '#platform/web/api-error.ts';
import { many } from '#platform/web/counts.ts';
import { localDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import { answersOf, keyOf } from '#platform/web/query-keys.ts';
import { dayAfterMonths, endOfDay } from '../days.ts';
import { useIsLeft } from '../use-is-left.ts';
import { ChooseMembers } from './choose-members.tsx';
import { checkWords, effectWords, importLabel } from './import-words.ts';
import { MEMBER_IMPORT_PATH } from './member-import-address.ts';
import * as css from './members.module.css';

/** The results of a check, and the options of the import. */
export function CheckedImport({ data }: { data: MemberImport }) {
  return (
    <section aria-label="Check" className={css.checked} data-part="checked-import">
      <p className={css.lead} role="status">
        <b>{data.fileName}</b>
        {data.by === null ? '' : `, checked by ${data.by}`}. {checkWords(data)}
      </p>
      <RefusedLines data={data} />
      {data.fresh === 0 && data.withPlan === 0 ? <ChooseMembers again /> : <ImportForm data={data} />}
    </section>
  );
}

function RefusedLines({ data: { problems, refused } }: { data: MemberImport }) {
  if (refused === 0) return null;
  return (
    <details className={css.refused} open={refused <= 5}>
      <summary>{many(refused, 'refused line')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll the list */}
      <ol aria-label="Refused lines" tabIndex={0}>
        {problems.map(({ line, message }) => (
          <li key={line}>
            <b>Line {line}</b>: {message}
          </li>
        ))}
      </ol>
      {refused > problems.length ? <p>And {many(refused - problems.length, 'more', 'more')}.</p> : null}
    </details>
  );
}

function ImportForm({ data }: { data: MemberImport }) {
  const [hasAccess, setHasAccess] = useState(data.withPlan > 0);
  const [day, setDay] = useState(() => dayAfterMonths(12));
  const [isInviting, setInviting] = useState(false);
  const { run, discard } = useImportCalls(data.id);
  const end = hasAccess ? endOfDay(day) : null;
  const choices = { until: end === null ? null : localDate(end), isInviting };
  const isDayMissing = hasAccess && end === null;
  const label = isDayMissing ? null : importLabel(data, choices);
  return (
    <Form
      className={`admin-form ${css.form}`}
      pending={run.isPending}
      error={run.error ? issueOf(run.error) : null}
      onSubmit={() => label !== null && run.mutate({ accessUntil: end, isInviting })}
      actions={
        <div className="row end">
          <button
            className="btn line"
            type="button"
            aria-disabled={discard.isPending || undefined}
            onClick={() => discard.isPending || discard.mutate()}
          >
            Discard
          </button>
          {label === null ? null : <SubmitButton label={label} busyLabel="One moment..." className="btn" />}
        </div>
      }
    >
      {data.withPlan === 0 ? null : (
        <>
          <label className="switch">
            <input
              type="checkbox"
              checked={hasAccess}
              onChange={(event) => setHasAccess(event.target.checked)}
            />
            Open everything for {many(data.withPlan, 'member')} with a paid or complimentary plan
          </label>
          {hasAccess ? (
            <Field
              label="Until"
              hint="Access that was given or paid before stays as it is."
              {...(isDayMissing ? { error: 'Choose a day' } : {})}
            >
              {(its) => (
                <input {...its} type="date" value={day} onChange={(event) => setDay(event.target.value)} />
              )}
            </Field>
          ) : null}
        </>
      )}
      {data.fresh === 0 ? null : (
        <label className="switch">
          <input
            type="checkbox"
            checked={isInviting}
            onChange={(event) => setInviting(event.target.checked)}
          />
          Send an invitation to each new member
        </label>
      )}
      <p className={css.effect} aria-live="polite">
        {effectWords(data, choices)}
      </p>
    </Form>
  );
}

/** Returns the message of a failure: that of its field, or else its own. */
const issueOf = (error: Error) =>
  (error instanceof ApiError && error.issues[0]?.message) || failureText(error);

function useImportCalls(id: number) {
  const api = useApi();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const isLeft = useIsLeft();
  const params = { id: String(id) };
  const run = useMutation({
    mutationFn: (body: { accessUntil: string | null; isInviting: boolean }) =>
      api<typeof runMemberImport>(calls.runMemberImport, { params, body }),
    onSuccess: async (data) => {
      queries.setQueryData(keyOf(calls.getMemberImport, { id }), data);
      await queries.invalidateQueries({ predicate: answersOf(calls.listMemberImports, listAuditLog) });
    },
  });
  const discard = useMutation({
    mutationFn: () => api<typeof discardMemberImport>(calls.discardMemberImport, { params }),
    onSuccess: async () => {
      if (!isLeft.current) navigate(MEMBER_IMPORT_PATH, { replace: true });
      await queries.invalidateQueries({ predicate: answersOf(calls.listMemberImports) });
    },
    onError: (error) => {
      toastFailure('The file was not discarded')(error);
      void queries.invalidateQueries({ predicate: answersOf(calls.getMemberImport) });
    },
  });
  return { run, discard };
}
