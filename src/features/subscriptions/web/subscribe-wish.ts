/**
 * `subscribe`: to pay, or to see how a payment stands. `manage`: to see and to cancel the subscription of a browser
 * without an account. `await`: nothing is shown; a payment that was begun earlier is being confirmed.
 */
export type SubscribeWish = 'subscribe' | 'manage' | 'await';

/** A wish, and which one it is: the same wish may come twice. */
export interface CountedWish {
  wish: SubscribeWish;
  count: number;
}

const listeners = new Set<(wish: SubscribeWish) => void>();

/**
 * 'Subscribe Now' stands on many screens and goes when they open, so the dialog stands once, in the shell, and hears of
 * the wish from here.
 */
export function wishToSubscribe(wish: SubscribeWish = 'subscribe'): void {
  for (const listener of listeners) listener(wish);
}

export function onSubscribeWish(listener: (wish: SubscribeWish) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
