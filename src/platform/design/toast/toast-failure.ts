import { failureText, hasCode } from '#platform/web/api-error.ts';
import { type ToastContent, toast } from './toast.tsx';

/**
 * Returns a handler that shows a failed call in a toast: the title, and the server's message or `otherwise`.
 * The handler returns null, which in a form's `explain` means that the form shows nothing.
 */
export const toastFailure =
  (title: string, otherwise?: string) =>
  (error: unknown): null => {
    toast({ kind: 'bad', title, description: failureText(error, otherwise), asksFor: loginAfter(error) });
    return null;
  };

/** Returns the login link for the toast of a call that failed because the session has ended. */
export const loginAfter = (error: unknown): ToastContent['asksFor'] =>
  hasCode(error, 'not-signed-in') ? 'login' : undefined;
