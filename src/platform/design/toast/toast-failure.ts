import { failureText, hasCode } from '#platform/web/api-error.ts';
import { type ToastContent, toast } from './toast.tsx';

/**
 * Makes a handler that shows a failed call in a toast: the title, and the server's own sentence or
 * `otherwise`. It returns null, as a form's `explain` does for a failure that the form need not show.
 */
export const toastFailure =
  (title: string, otherwise?: string) =>
  (error: unknown): null => {
    toast({ kind: 'bad', title, description: failureText(error, otherwise), asksFor: loginAfter(error) });
    return null;
  };

/** Asks for a login in the toast of a call that failed because the session has ended. */
export const loginAfter = (error: unknown): ToastContent['asksFor'] =>
  hasCode(error, 'not-signed-in') ? 'login' : undefined;
