import { type ReactNode, useState } from 'react';
import { MAX_REASON } from '#features/subscriptions/contract/admin-calls.ts';
import type { ManagedDetails, ManagedPayment } from '#features/subscriptions/contract/admin-schemas.ts';
import { formatAmount } from '#features/subscriptions/shared/format-amount.ts';
import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { TextField } from '#platform/design/form/text-field.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { failureText, hasCode } from '#platform/web/api-error.ts';
import { randomId } from '../random-id.ts';
import { payerWord } from './explain-subscription.ts';
import { HowMuch, WhichPayment } from './refund-choices.tsx';
import * as css from './refund-dialog.module.css';
import { accessEffect, amountError, leftOf, readAmount } from './refund-rules.ts';
import type { SubscriptionCalls } from './use-subscription-calls.ts';

interface RefundDialogProps {
  subscription: ManagedDetails;
  refund: SubscriptionCalls['refund'];
}

/** Typed values of the form. */
interface TypedRefund {
  /** Idempotency key of exactly these values; changed values make another refund. */
  key: string;
  paymentId: number;
  isPart: boolean;
  amount: string;
  reason: string;
}

/**
 * A button with the form that refunds a payment completely or in part. Typed values stay until it succeeds.
 */
export function RefundDialog({ subscription, refund }: RefundDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<TypedRefund | null>(null);
  const refundable = subscription.payments.filter((payment) => leftOf(payment) > 0);
  const open = () => {
    const [first] = refundable;
    if (!first) return;
    if (!refundable.some(({ id }) => id === typed?.paymentId))
      setTyped({ key: randomId(), paymentId: first.id, isPart: false, amount: '', reason: '' });
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    // The result of a running refund belongs to the typed values.
    if (refund.isPending) return;
    if (refund.data?.status === 'due') setTyped(null);
    refund.reset();
  };
  const finish = () => {
    setOpen(false);
    setTyped(null);
    refund.reset();
  };
  return (
    <>
      <button
        type="button"
        className="btn line"
        aria-disabled={refundable.length === 0 || undefined}
        onClick={open}
      >
        Refund
      </button>
      <Dialog open={isOpen} onClose={close} title={`Refund ${payerWord(subscription)}`} alert>
        {typed === null ? null : (
          <RefundForm
            subscription={subscription}
            refundable={refundable}
            refund={refund}
            typed={typed}
            onType={(part) => setTyped((now) => now && { ...now, ...part, key: randomId() })}
            onDone={finish}
            onClose={close}
          />
        )}
      </Dialog>
    </>
  );
}

const WAITING =
  'The provider has not answered yet. The site goes on asking by itself, and the money is paid back once. ' +
  'This page shows when it is done.';
const NOTHING_LEFT = 'All of this payment is refunded already. Nothing more was paid back.';

interface FormProps extends RefundDialogProps {
  refundable: readonly ManagedPayment[];
  typed: TypedRefund;
  /** Changes typed values, and always the key. `{}` changes only the key. */
  onType(part: Partial<Omit<TypedRefund, 'key'>>): void;
  onDone(): void;
  onClose(): void;
}

function RefundForm({ subscription, refundable, refund, typed, onType, onDone, onClose }: FormProps) {
  const { key, paymentId, isPart, amount, reason } = typed;
  const [isTried, setTried] = useState(false);
  const payment = subscription.payments.find(({ id }) => id === paymentId);
  const left = payment ? leftOf(payment) : 0;
  if (refund.data?.status === 'due') return <Outcome onClose={onClose}>{WAITING}</Outcome>;
  // Another person or another press has refunded all of it.
  if (!payment || left === 0)
    return <Outcome onClose={onClose}>{refund.error ? failureText(refund.error) : NOTHING_LEFT}</Outcome>;

  const cents = isPart ? (readAmount(amount) ?? 0) : left;
  const error = isPart && (isTried || amount !== '') ? amountError(amount, payment) : undefined;
  const isValid = !isPart || amountError(amount, payment) === undefined;
  const submit = () => {
    setTried(true);
    if (!isValid || refund.isPending) return;
    const { id, refundedCents, dueCents } = payment;
    refund.mutate(
      { paymentId: id, cents, key, refundedCents: refundedCents + dueCents, reason },
      {
        onSuccess: ({ status }) => {
          if (status === 'done') onDone();
          // The key is used up, although nothing was refunded.
          else if (status === 'refused') onType({});
        },
      },
    );
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <WhichPayment payment={payment} refundable={refundable} onChoose={(id) => onType({ paymentId: id })} />
      <HowMuch payment={payment} isPart={isPart} onChoose={(part) => onType({ isPart: part })} />
      {isPart ? (
        <TextField
          label="Amount in dollars"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          error={error ?? (hasCode(refund.error, 'invalid-input') ? refund.error.reason : undefined)}
          onChange={(event) => onType({ amount: event.target.value })}
        />
      ) : null}
      <TextField
        label="Reason"
        hint="Optional. Kept in the log; the payer does not see it."
        error={undefined}
        autoComplete="off"
        maxLength={MAX_REASON}
        value={reason}
        onChange={(event) => onType({ reason: event.target.value })}
      />
      <p className={css.note}>
        <Icon name="alert" />
        <span>{accessEffect(payment, isValid ? cents : 0)}</span>
      </p>
      <Failure subscription={subscription} refund={refund} />
      <div className="row end">
        <button className="btn line" type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          className="btn danger"
          type="submit"
          aria-disabled={!isValid || refund.isPending || undefined}
        >
          {refund.isPending
            ? 'Refunding...'
            : isValid
              ? `Refund ${formatAmount(cents, payment.currency)}`
              : 'Refund'}
        </button>
      </div>
      <p className="hint">Pressed twice, it is still paid back once.</p>
    </form>
  );
}

/** Explains why the last attempt refunded nothing. An error of the amount is shown at its field. */
function Failure({ subscription, refund: { data, error } }: RefundDialogProps) {
  if (data?.status === 'refused')
    return (
      <ErrorNote role="alert">
        The provider refused this refund. Nothing was paid back. {subscription.refunds[0]?.error ?? ''}
      </ErrorNote>
    );
  if (error === null || hasCode(error, 'invalid-input')) return null;
  return <ErrorNote role="alert">{failureText(error)}</ErrorNote>;
}

/** The result of the refund, when no further choice is possible. */
function Outcome({ onClose, children }: { onClose(): void; children: ReactNode }) {
  return (
    <>
      <p role="status">{children}</p>
      <div className="row end">
        <button className="btn" type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
}
