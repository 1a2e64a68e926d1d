import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FrameMessage, PAYMENT_FRAME_PATH } from '../../shared/payment-frame.ts';
import { type PaymentState, PaymentStates } from './payment-states.tsx';
import * as css from './paypal-payment.module.css';
import type { Payer } from './use-payer.ts';

/**
 * PayPal's own buttons, in a frame whose policy alone lets PayPal's code run (decision 33). It loads when the
 * dialog is open, never before.
 */
export function PayPalPayment({ payer }: { payer: Payer }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<PaymentState>('initial');
  useFrameMessages(frame, (message, port) => {
    switch (message.is) {
      case 'begin':
        payer.begin().then(
          (id) => port?.postMessage(id),
          () => port?.postMessage(null),
        );
        break;
      case 'approved':
        payer.approved(message.subscriptionId);
        break;
      case 'failed':
        payer.failed();
        break;
      case 'height':
        frame.current?.style.setProperty('height', `${message.px}px`);
        break;
      case 'covers':
        frame.current?.toggleAttribute('data-covers', message.on);
        break;
      case 'escape':
        frame.current?.closest('dialog')?.dispatchEvent(new Event('cancel'));
        break;
      default:
        setState(message.is);
    }
  });
  return (
    <>
      {state === 'resolved' ? null : <PaymentStates state={state} retry={() => setState('initial')} />}
      {state === 'rejected' ? null : (
        <iframe
          ref={frame}
          className={css.frame}
          src={PAYMENT_FRAME_PATH}
          title="PayPal"
          data-state={state === 'resolved' ? state : undefined}
          onLoad={({ currentTarget }) => {
            // The site could not be reached, or refused: the browser shows a page of its own, or an error.
            if (!currentTarget.contentDocument?.getElementById('buttons')) setState('rejected');
          }}
        />
      )}
    </>
  );
}

/** Calls back for each message of the frame's document, and of no other. */
function useFrameMessages(
  frame: RefObject<HTMLIFrameElement | null>,
  onMessage: (message: FrameMessage, port: MessagePort | undefined) => void,
): void {
  const listener = useEffectEvent(({ data, origin, source, ports }: MessageEvent<FrameMessage>) => {
    if (origin === location.origin && source !== null && source === frame.current?.contentWindow)
      onMessage(data, ports[0]);
  });
  useEffect(() => {
    addEventListener('message', listener);
    return () => removeEventListener('message', listener);
  }, []);
}
