type SubscribeCode = typeof import('./subscribing.tsx');

let code: Promise<SubscribeCode> | undefined;

/** The dialog's code, fetched once and on intent: nothing of payment comes with a page. A failed fetch may be repeated. */
export function loadSubscribing(): Promise<SubscribeCode> {
  code ??= import('./subscribing.tsx').catch((error: unknown) => {
    code = undefined;
    throw error;
  });
  return code;
}
