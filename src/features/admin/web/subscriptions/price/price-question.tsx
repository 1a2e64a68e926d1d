import { useQuery } from '@tanstack/react-query';
import type { Prices, SubscriptionTotals } from '#features/subscriptions/contract/admin-schemas.ts';
import { ConfirmDialog } from '#platform/design/dialog/confirm-dialog.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { failureText, hasCode } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import { totalsQuery } from '../subscriptions-queries.ts';
import { effectOf, pricesWords } from './price-rules.ts';

/** Returns the number of people who pay, or would after undoing a cancellation. */
const subscribersOf = ({ states }: SubscriptionTotals) => states.active + states.failed + states.canceled;

interface QuestionProps {
  /** Null while the dialog is closed. */
  newPrices: Prices | null;
  present: Prices;
  busy: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks for confirmation of a new price, and describes its effect on subscribers. */
export function Question({ newPrices, present, busy, onConfirm, onCancel }: QuestionProps) {
  const totals = useQuery(totalsQuery(useApi())).data;
  return (
    <ConfirmDialog
      open={newPrices !== null}
      title="Change the price?"
      label={busy ? 'Changing...' : 'Change price'}
      harmless
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        New subscribers pay <b>{newPrices ? pricesWords(newPrices) : ''}</b> from now on. Until now it is{' '}
        {pricesWords(present)}.
      </p>
      <p>{effectOf(totals && subscribersOf(totals))} You can change it back at any time.</p>
    </ConfirmDialog>
  );
}

/** Explains why the price was not changed. Typed values stay. */
export function Failure({ error, prices }: { error: Error | null; prices: Prices }) {
  if (error === null) return null;
  return (
    <div role="alert">
      <ErrorNote>
        {hasCode(error, 'edit-conflict')
          ? `Another administrator changed the price to ${pricesWords(prices)}. ` +
            'Yours is still here: change it again, or reset.'
          : failureText(error)}
      </ErrorNote>
    </div>
  );
}
