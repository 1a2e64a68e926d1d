import { useState } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import { useApi } from '#platform/web/page.ts';
import type { approveTestPayment } from '../contract.ts';
import { PaymentStates } from './payment-states.tsx';
import { TestMark } from './test-mark.tsx';
import type { Payer } from './use-payer.ts';

/** Where payments are tests: what a person would do at the provider is a press on one of three buttons. */
export function TestPayment({ payer }: { payer: Payer }) {
  const api = useApi();
  const [begun, setBegun] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const trying = (work: () => Promise<void>) => async () => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch {
      payer.failed();
    }
    setBusy(false);
  };
  const begin = trying(async () => setBegun(await payer.begin()));
  const approve = trying(async () => {
    if (begun === null) return;
    await api<typeof approveTestPayment>('POST /api/sandbox-payments/:id/approve', { params: { id: begun } });
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
        <fieldset className="pay-test">
          <legend>Here the payment provider would ask you to pay $20.00.</legend>
          <button
            className="btn wide"
            type="button"
            // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
            autoFocus
            aria-disabled={busy || undefined}
            onClick={() => void approve()}
          >
            {busy ? 'One moment...' : 'Approve the payment'}
          </button>
          <div className="row">
            <button className="btn line" type="button" onClick={() => setBegun(null)}>
              Cancel
            </button>
            <button className="btn line" type="button" onClick={fail}>
              Make it fail
            </button>
          </div>
        </fieldset>
      )}
    </PaymentStates>
  );
}
