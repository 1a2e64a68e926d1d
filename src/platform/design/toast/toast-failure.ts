import { failureText } from '#platform/web/api-error.ts';
import { toast } from './toast.tsx';

/**
 * Makes a handler that shows a failed call in a toast: the title, and the server's own sentence or
 * `otherwise`. It returns null, as a form's `explain` does for a failure that the form need not show.
 */
export const toastFailure =
  (title: string, otherwise?: string) =>
  (error: unknown): null => {
    toast({ kind: 'bad', title, description: failureText(error, otherwise) });
    return null;
  };
