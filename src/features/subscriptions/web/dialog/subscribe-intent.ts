/**
 * `subscribe`: to pay, or to see the state of a payment. `manage`: to see and cancel the subscription of a
 * browser without an account. `await`: to wait for the confirmation of an earlier payment, with the dialog
 * closed.
 */
export type SubscribeIntent = 'subscribe' | 'manage' | 'await';

/** One press. An object, because each press is a new one, with the same intent or another. */
export interface SubscribeRequest {
  intent: SubscribeIntent;
}

const listeners = new Set<(intent: SubscribeIntent) => void>();

/** Opens the dialog in the shell. The buttons cannot hold it: they disappear when their content opens. */
export function openSubscribing(intent: SubscribeIntent): void {
  for (const listener of listeners) listener(intent);
}

/** Calls `listener` for each intent. Returns a function that stops it. */
export function onSubscribeIntent(listener: (intent: SubscribeIntent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
