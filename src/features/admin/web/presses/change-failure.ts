import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { hasCode } from '#platform/web/api-error.ts';

/** Reports a call without an answer: nobody knows whether it was done. `advice` is the reader's next step. */
export const toastUnanswered = (advice: string): void =>
  toast({ kind: 'bad', title: 'No answer came', description: advice });

/** Like {@link toastFailure}, but a change whose answer was lost on the way may have been done. */
export const changeFailure = (title: string) => (error: unknown) =>
  hasCode(error, 'network-failure')
    ? toastUnanswered('It may have been done. Check your connection, and look again before you repeat it.')
    : toastFailure(title)(error);
