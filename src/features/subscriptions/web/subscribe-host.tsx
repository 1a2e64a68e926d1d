import { useEffect, useState } from 'react';
import { loadSubscribing } from './subscribe-code.ts';
import { type CountedWish, onSubscribeWish } from './subscribe-wish.ts';

type Code = Awaited<ReturnType<typeof loadSubscribing>>;

/** The place of the subscription's dialog in the shell, empty until somebody wishes for it. */
export function SubscribeHost() {
  const [code, setCode] = useState<Code | null>(null);
  const [wished, setWished] = useState<CountedWish | null>(null);
  useEffect(
    () =>
      onSubscribeWish((wish) => {
        setWished((before) => ({ wish, count: (before?.count ?? 0) + 1 }));
        // Whoever wishes has seen to it that the code is there, and says so when it is not.
        loadSubscribing().then(setCode, () => {});
      }),
    [],
  );
  return code && wished ? <code.Subscribing wished={wished} /> : null;
}
