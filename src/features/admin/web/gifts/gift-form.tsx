import { useEffect, useRef } from 'react';
import { MAX_WORD } from '#features/gifts/contract/admin-calls.ts';
import { Field } from '#platform/design/form/field.tsx';
import { Form } from '#platform/design/form/form.tsx';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { ApiError, failureText } from '#platform/web/api-error.ts';
import { createLabel, giftWords, splitAddresses } from './gift-words.ts';
import * as css from './gifts.module.css';
import type { useGiftDraft } from './use-gift-draft.ts';

interface GiftFormProps extends ReturnType<typeof useGiftDraft> {
  onCancel(): void;
}

const CODE_HINT =
  'A word that is easy to spell. Eight letters are added, so that nobody guesses it. ' +
  'Capitals and spaces do not matter.';

/** Form that makes a code and sends it to addresses. */
export function GiftForm({ draft, type, create, onCancel }: GiftFormProps) {
  const { word, months, uses, day, addresses } = draft;
  const invitations = splitAddresses(addresses);
  const effect = giftWords(Number(months), Number(uses));
  const errorOf = (field: string) => {
    const found = issuesOf(create.error).find(({ path }) => path.split('.')[0] === field);
    const [, index] = found?.path.split('.') ?? [];
    return found && index !== undefined
      ? { error: `${invitations[Number(index)]}: ${found.message}` }
      : found
        ? { error: found.message }
        : {};
  };
  const hasIssues = issuesOf(create.error).length > 0;
  const form = useRef<HTMLFormElement>(null);
  // The first wrong field may be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per refusal
  useEffect(() => {
    if (hasIssues) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [create.error]);
  return (
    <Form
      ref={form}
      className="admin-form"
      pending={create.isPending}
      error={create.error && !hasIssues ? failureText(create.error) : null}
      onSubmit={() => create.mutate(draft)}
      actions={
        <div className={`row end ${css.actions}`}>
          <button className="btn line" type="button" onClick={onCancel}>
            Cancel
          </button>
          <SubmitButton label={createLabel(invitations.length)} busyLabel="One moment..." className="btn" />
        </div>
      }
    >
      <Field label="Code" optional hint={CODE_HINT} {...errorOf('word')}>
        {(its) => (
          <input
            {...its}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={MAX_WORD}
            value={word}
            onChange={(event) => type({ word: event.target.value })}
          />
        )}
      </Field>
      <div className={`two ${css.numbers}`}>
        <Field label="Months" {...errorOf('months')}>
          {(its) => <NumberInput {...its} value={months} onChange={(value) => type({ months: value })} />}
        </Field>
        <Field label="Uses" {...errorOf('uses')}>
          {(its) => <NumberInput {...its} value={uses} onChange={(value) => type({ uses: value })} />}
        </Field>
      </div>
      <Field label="Can be redeemed until" {...errorOf('endsAt')}>
        {(its) => (
          <input {...its} type="date" value={day} onChange={(event) => type({ day: event.target.value })} />
        )}
      </Field>
      <Field
        label="Send an invitation to"
        optional
        hint="One address per line or after a comma. Empty: you pass the code on yourself."
        {...errorOf('invitations')}
      >
        {(its) => (
          <textarea
            {...its}
            rows={2}
            spellCheck={false}
            value={addresses}
            onChange={(event) => type({ addresses: event.target.value })}
          />
        )}
      </Field>
      <p className={css.effect} aria-live="polite">
        {effect ?? 'Enter a number of months and of uses.'}
      </p>
    </Form>
  );
}

interface NumberInputProps extends Omit<React.ComponentProps<'input'>, 'onChange'> {
  onChange(value: string): void;
}

const NumberInput = ({ onChange, ...its }: NumberInputProps) => (
  <input
    {...its}
    type="number"
    inputMode="numeric"
    min={1}
    onChange={(event) => onChange(event.target.value)}
  />
);

const issuesOf = (error: Error | null) => (error instanceof ApiError ? error.issues : []);
