import { useState } from 'react';
import type { Prices } from '#features/subscriptions/contract/admin-schemas.ts';
import { TextField } from '#platform/design/form/text-field.tsx';
import { useUnsavedGuard } from '#platform/design/form/use-unsaved-guard.tsx';
import * as css from './price.module.css';
import { Failure, Question } from './price-question.tsx';
import { isSamePrice, priceError, readTyped, type TypedPrices, toTyped, yearlyHint } from './price-rules.ts';
import { useChangePrices } from './use-change-prices.ts';

/** The form with both prices. Typed values survive an error and another person's change. */
export function PriceForm({ prices }: { prices: Prices }) {
  const [typed, setTyped] = useState<TypedPrices>(() => toTyped(prices));
  const [isTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const change = useChangePrices();
  const newPrices = readTyped(typed);
  const isChanged = newPrices === null || !isSamePrice(newPrices, prices);
  const { dialog } = useUnsavedGuard(isChanged);
  const type = (part: Partial<TypedPrices>) => setTyped({ ...typed, ...part });
  const errorOf = (text: string) => (isTried ? priceError(text) : undefined);

  const submit = () => {
    setTried(true);
    if (newPrices !== null && isChanged) setAsking(true);
    else if (newPrices === null) focusFirstError();
  };
  const confirm = () => {
    if (newPrices === null || change.isPending) return;
    change.mutate(
      { ...newPrices, basedOn: prices },
      {
        onSuccess: (saved) => {
          setTyped(toTyped(saved));
          setTried(false);
        },
        onSettled: () => setAsking(false),
      },
    );
  };
  return (
    <form
      className={`panel admin-form ${css.form}`}
      aria-label="Price"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label="Monthly price in US dollars"
        inputMode="decimal"
        autoComplete="off"
        value={typed.monthly}
        error={errorOf(typed.monthly)}
        onChange={({ target }) => type({ monthly: target.value })}
      />
      <label className="switch">
        <input
          type="checkbox"
          checked={typed.hasYearly}
          onChange={({ target }) => type({ hasYearly: target.checked })}
        />
        Offer a yearly plan too
      </label>
      {typed.hasYearly ? (
        <TextField
          label="Yearly price in US dollars"
          inputMode="decimal"
          autoComplete="off"
          value={typed.yearly}
          error={errorOf(typed.yearly)}
          hint={yearlyHint(typed) ?? 'Taken once a year.'}
          onChange={({ target }) => type({ yearly: target.value })}
        />
      ) : null}
      <Failure error={change.error} prices={prices} />
      <div className="row end">
        {isChanged ? (
          <button className="btn line" type="button" onClick={() => setTyped(toTyped(prices))}>
            Reset
          </button>
        ) : null}
        <button className="btn" type="submit" aria-disabled={!isChanged || undefined}>
          Change price
        </button>
      </div>
      <Question
        newPrices={isAsking ? newPrices : null}
        present={prices}
        busy={change.isPending}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
      {dialog}
    </form>
  );
}

/** Moves the focus after the errors are rendered. */
const focusFirstError = () =>
  setTimeout(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus());
