import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listAuditLog } from '#features/audit-log/contract/calls.ts';
import { createGiftCode, listGiftCodes, MAX_WORD } from '#features/gifts/contract/admin-calls.ts';
import type { createGiftCode as Create } from '#features/gifts/contract/endpoints.ts';
import type { GiftCode } from '#features/gifts/contract/schemas.ts';
import { Field } from '#platform/design/form/field.tsx';
import { Form } from '#platform/design/form/form.tsx';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { ApiError, failureText } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import { answersOf } from '#platform/web/query-keys.ts';
import { dayAfterMonths, endOfDay } from '../members/days.ts';
import { randomKey } from '../random-key.ts';
import { useIsLeft } from '../use-is-left.ts';
import { createLabel, giftWords, splitAddresses } from './gift-words.ts';
import * as css from './gifts.module.css';

interface GiftFormProps {
  /** `isLeft`: the form is gone, and another one may be in its place. */
  onCreated(gift: GiftCode, isLeft: boolean): void;
  onCancel(): void;
}

const CODE_HINT =
  'A word that is easy to spell. Eight letters are added, so that nobody guesses it. ' +
  'Capitals and spaces do not matter.';

/** Makes a code, and sends it to addresses. */
export function GiftForm({ onCreated, onCancel }: GiftFormProps) {
  const [word, setWord] = useState('');
  const [months, setMonths] = useState('3');
  const [uses, setUses] = useState('20');
  const [day, setDay] = useState(() => dayAfterMonths(4));
  const [addresses, setAddresses] = useState('');
  const [key] = useState(randomKey);
  const isLeft = useIsLeft();
  const create = useCreate((gift) => onCreated(gift, isLeft.current));
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
  return (
    <Form
      className="admin-form"
      pending={create.isPending}
      error={create.error && !hasIssues ? failureText(create.error) : null}
      onSubmit={() =>
        create.mutate({
          ...{ word, invitations, key },
          months: Number(months),
          uses: Number(uses),
          endsAt: endOfDay(day) ?? '',
        })
      }
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
            onChange={(event) => setWord(event.target.value)}
          />
        )}
      </Field>
      <div className={`two ${css.numbers}`}>
        <Field label="Months" {...errorOf('months')}>
          {(its) => <NumberInput {...its} value={months} onChange={setMonths} />}
        </Field>
        <Field label="Uses" {...errorOf('uses')}>
          {(its) => <NumberInput {...its} value={uses} onChange={setUses} />}
        </Field>
      </div>
      <Field label="Can be redeemed until" {...errorOf('endsAt')}>
        {(its) => <input {...its} type="date" value={day} onChange={(event) => setDay(event.target.value)} />}
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
            onChange={(event) => setAddresses(event.target.value)}
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

function useCreate(onCreated: (gift: GiftCode) => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: {
      word: string;
      months: number;
      uses: number;
      endsAt: string;
      invitations: string[];
      key: string;
    }) => api<typeof Create>(createGiftCode, { body }),
    onSuccess: async (gift) => {
      onCreated(gift);
      await queries.invalidateQueries({ predicate: answersOf(listGiftCodes, listAuditLog) });
    },
  });
}
