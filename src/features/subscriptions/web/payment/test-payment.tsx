import { useState } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../../contract/calls.ts';
import type { approveTestPayment } from '../../contract/endpoints.ts';
import { formatAmount } from '../../shared/format-amount.ts';
import type { Terms } from '../../shared/prices.ts';
import { PaymentStates } from './payment-states.tsx';
import { TestMark } from './test-mark.tsx';
import * as css from './test-payment.module.css';
import type { Payer } from './use-payer.ts';

/** The sandbox provider: three buttons replace the steps at a real one. */
export function TestPayment({ payer, price }: { payer: Payer; price: Terms }) {
  const api = useApi();
  const [begun, setBegun] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const guarded = (work: () => Promise<void>) => async () => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch {
      payer.failed();
    }
    setBusy(false);
  };
  const begin = guarded(async () => setBegun(await payer.begin()));
  const approve = guarded(async () => {
    if (begun === null) return;
    await api<typeof approveTestPayment>(calls.approveTestPayment, { params: { id: begun } });
    payer.approved(begun);
  });
  const fail = () => {
    setBegun(null);
    payer.failed();
  };

  return (
    <PaymentStates state="resolved">
      <TestMark />
      {begun === null ? (
        <button
          className="btn wide"
          type="button"
          aria-disabled={busy || undefined}
          onClick={() => void begin()}
        >
          <Icon name="card" />
          {busy ? 'One moment...' : 'Pay by card or wallet'}
        </button>
      ) : (
        <fieldset className={css.question}>
          <legend>
            The payment provider would ask you to pay {formatAmount(price.cents, price.currency)} here.
          </legend>
          <button
            className="btn wide"
            type="button"
            // biome-ignore lint/a11y/noAutofocus: it replaces the button that was pressed
            autoFocus
            aria-disabled={busy || undefined}
            onClick={() => void approve()}
          >
            {busy ? 'One moment...' : 'Approve payment'}
          </button>
          <div className={`row ${css.choices}`}>
            <button className="btn line" type="button" onClick={() => setBegun(null)}>
              Cancel
            </button>
            <button className="btn line" type="button" onClick={fail}>
              Fail payment
            </button>
          </div>
        </fieldset>
      )}
    </PaymentStates>
  );
}
