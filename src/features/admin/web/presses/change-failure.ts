import { type ToastContent, toast } from '#platform/design/toast/toast.tsx';
import { loginAfter } from '#platform/design/toast/toast-failure.ts';
import { failureText, hasCode } from '#platform/web/api-error.ts';

const unanswered = (description: string) => ({ kind: 'bad', title: 'No answer came', description }) as const;

/** Reports a call without a response, whose outcome is unknown. `advice`: the reader's next step. */
export const toastUnanswered = (advice: string): void => toast(unanswered(advice));

/** Returns a failed change as a toast. After a lost response, the change may have been made. */
export const failedChange = (title: string, error: unknown): ToastContent =>
  hasCode(error, 'network-failure')
    ? unanswered('It may have been done. Check your connection, and look again before you repeat it.')
    : { kind: 'bad', title, description: failureText(error), asksFor: loginAfter(error) };

/** Returns a handler that shows {@link failedChange} in a toast. */
export const changeFailure = (title: string) => (error: unknown) => toast(failedChange(title, error));
