import { useEffect, useState } from 'react';
import { loadSubscribing } from './load-subscribing.ts';
import { onSubscribeIntent, type SubscribeRequest } from './subscribe-intent.ts';

type Code = Awaited<ReturnType<typeof loadSubscribing>>;

/** Renders the subscription dialog in the shell once it is needed. */
export function SubscribeHost() {
  const [code, setCode] = useState<Code | null>(null);
  const [request, setRequest] = useState<SubscribeRequest | null>(null);
  useEffect(
    () =>
      onSubscribeIntent((intent) => {
        setRequest({ intent });
        // The button loads the code first, and tells of a failure.
        loadSubscribing().then(setCode, () => {});
      }),
    [],
  );
  return code && request ? <code.Subscribing request={request} /> : null;
}
