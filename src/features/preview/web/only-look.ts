import { saveProgress } from '#features/progress/contract/calls.ts';
import { currentToast, onToast, toast } from '#platform/design/toast/toast.tsx';
import { OFF_IN_VIEW } from '../contract/calls.ts';

/**
 * Prevents the page from saving anything during a view. The server refuses every write; a message explains
 * this after a press, and automatic reports are not sent at all. Returns a function that ends this.
 */
export function onlyLook(): () => void {
  const { fetch } = globalThis;
  const { setItem } = Storage.prototype;
  const { sendBeacon } = navigator;
  let refused = false;
  // Progress and unsent favorites would remain in the browser. A full storage throws in the same way.
  Storage.prototype.setItem = () => {
    throw new DOMException(OFF_IN_VIEW, 'QuotaExceededError');
  };
  navigator.sendBeacon = () => true;
  globalThis.fetch = async (input, init) => {
    if (isUnasked(String(input), init?.method)) return new Response(null, { status: 204 });
    const response = await fetch(input, init);
    if (response.status === 403 && init?.method !== undefined && init.method !== 'GET') refused = true;
    return response;
  };
  const stopListening = onToast(() => {
    if (!refused || currentToast() === null) return;
    refused = false;
    toast({ kind: 'bad', title: OFF_IN_VIEW, description: 'End the view to save and to pay.' });
  });
  return () => {
    globalThis.fetch = fetch;
    Storage.prototype.setItem = setItem;
    navigator.sendBeacon = sendBeacon;
    stopListening();
  };
}

/** Tells whether the page makes this call automatically, without a press. */
const isUnasked = (path: string, method = 'GET') =>
  method === saveProgress.method && path === saveProgress.path;
