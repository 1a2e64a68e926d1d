import { useQuery } from '@tanstack/react-query';
import { type RefObject, useId, useRef } from 'react';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Plan } from '#features/catalogue/contract/schedule-endpoints.ts';
import { Field } from '#platform/design/form/field.tsx';
import { Form } from '#platform/design/form/form.tsx';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { failureText } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import { surroundingsQuery } from '../content/content-calls.ts';
import { publishWarning } from '../list/publish-warning.ts';
import * as css from './plan-form.module.css';
import {
  describeBelow,
  describePlan,
  type PlanValues,
  type ReadTime,
  type TypedTime,
} from './plan-values.ts';
import { planQuery, useTimeZone } from './schedule-calls.ts';
import { type TypedPlan, usePlanForm } from './use-plan-form.ts';

interface PlanFormProps {
  type: ItemType;
  id: number;
  /** Outlives the form, so that the typed values return when the form is opened again. */
  typed?: RefObject<TypedPlan | null>;
  /** `isLeft`: the form has unmounted, and another one may have replaced it. */
  onSaved(isLeft: boolean): void;
  onCancel(): void;
}

/** The form of the times at which an item goes live and is taken down. */
export function PlanForm({ type, id, ...rest }: PlanFormProps) {
  const { data: plan, error, refetch } = useQuery(planQuery(useApi(), type, id));
  const zone = useTimeZone();
  // A failed refetch must not discard typed values.
  if (error && !plan) return <LoadFailure title={failureText(error)} onRetry={() => void refetch()} />;
  if (!plan) return <PageSpinner />;
  // Another zone resets the fields.
  return <Loaded key={zone} plan={plan} zone={zone} {...rest} />;
}

const CHOICES: Record<'draft' | 'live', readonly (readonly [PlanValues['when'], string])[]> = {
  draft: [
    ['now', 'Now'],
    ['time', 'At a time'],
    ['draft', 'Keep as draft'],
  ],
  live: [
    ['now', 'Stay live'],
    ['draft', 'Make it a draft now'],
  ],
};

interface LoadedProps extends Omit<PlanFormProps, 'type' | 'id'> {
  plan: Plan;
  zone: string;
}

function Loaded({ onCancel, ...its }: LoadedProps) {
  const { plan, zone } = its;
  const { values, publish, unpublish, changed, isPending, change, save } = usePlanForm(its);
  const name = useId();
  const form = useRef<HTMLDivElement>(null);
  const below = describeBelow(plan);
  return (
    <Form
      className="admin-form"
      noValidate
      pending={isPending}
      error={null}
      onSubmit={() => {
        if (!save()) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
      }}
    >
      <div ref={form} className={css.fields}>
        <fieldset className="radios">
          <legend className="sr">When</legend>
          {CHOICES[plan.isPublished ? 'live' : 'draft'].map(([value, label]) => (
            <label key={value}>
              <input
                type="radio"
                name={name}
                checked={values.when === value}
                onChange={() => change({ when: value })}
              />
              {label}
            </label>
          ))}
        </fieldset>
        {values.when === 'time' ? (
          <TimeFields
            about="to go live"
            value={values.publish}
            read={publish}
            words={publish.words === undefined ? undefined : `${publish.words}${below}.`}
            onChange={(time) => change({ publish: time })}
          />
        ) : null}
        {values.when === 'draft' ? null : (
          <label className="switch">
            <input
              type="checkbox"
              checked={values.takesDown}
              onChange={(event) => change({ takesDown: event.target.checked })}
            />
            Take down at a time
          </label>
        )}
        {values.takesDown ? (
          <TimeFields
            about="to be taken down"
            value={values.unpublish}
            read={unpublish}
            words={unpublish.words === undefined ? undefined : `${unpublish.words}.`}
            onChange={(time) => change({ unpublish: time })}
          />
        ) : null}
        <Readiness plan={plan} when={values.when} />
        {changed ? (
          <div className={css.note} role="alert">
            Somebody changed this a moment ago. {describePlan(changed, zone, Date.now())} Look again before
            you save.
          </div>
        ) : null}
        <div className="row end">
          <button className="btn line" type="button" onClick={onCancel}>
            Cancel
          </button>
          <SubmitButton className="btn" label="Save" busyLabel="Saving..." />
        </div>
      </div>
    </Form>
  );
}

interface TimeFieldsProps {
  /** End of the accessible names of both fields. */
  about: string;
  value: TypedTime;
  read: ReadTime;
  words: string | undefined;
  onChange(value: TypedTime): void;
}

/** Day and time, and the time in words. */
function TimeFields({ about, value, read, words, onChange }: TimeFieldsProps) {
  return (
    <>
      <div className={`two ${css.time}`}>
        <Field label="Day">
          {(its) => (
            <input
              {...its}
              type="date"
              aria-label={`Day ${about}`}
              value={value.day}
              onChange={(event) => onChange({ ...value, day: event.target.value })}
            />
          )}
        </Field>
        <Field label="Time" {...(read.error === undefined ? {} : { error: read.error })}>
          {(its) => (
            <input
              {...its}
              type="time"
              aria-label={`Time ${about}`}
              value={value.time}
              onChange={(event) => onChange({ ...value, time: event.target.value })}
            />
          )}
        </Field>
      </div>
      <p className="hint" role="status">
        {words ?? ''}
      </p>
      {read.advice === undefined ? null : read.error === undefined ? (
        <p className={css.note}>{read.advice}</p>
      ) : (
        <div className={css.wrong}>
          <ErrorNote role="alert">{read.advice}</ErrorNote>
        </div>
      )}
    </>
  );
}

/**
 * Warns of an unmet condition, and of drafts around the item, because readers would not see it, or find it
 * empty.
 */
function Readiness({ plan, when }: { plan: Plan; when: PlanValues['when'] }) {
  const publishes = !plan.isPublished && when !== 'draft';
  const around = useQuery({
    ...surroundingsQuery(useApi(), plan.type, [plan.id]),
    enabled: publishes,
  });
  if (!publishes) return null;
  const warning = around.data ? publishWarning(plan.type, 1, around.data) : '';
  const must = plan.must === null ? '' : describeMust(plan.must, plan.waits, when);
  const words = [must, warning].filter((part) => part !== '').join(' ');
  return words === '' ? null : <p className={css.note}>{words}</p>;
}

/** Says what the unmet condition means for the chosen time. `waits`: it ends by itself. */
function describeMust(must: string, waits: boolean, when: PlanValues['when']): string {
  if (when === 'now')
    return waits ? `${must} It goes live as soon as this is done.` : `It cannot go live yet. ${must}`;
  const then = waits ? 'goes live as soon as this is done' : 'stays a draft, and the dashboard tells you';
  return `${must} If this is still so at that time, it ${then}.`;
}
