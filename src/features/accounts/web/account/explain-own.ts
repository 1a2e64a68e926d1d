import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { failureText, hasCode } from '#platform/web/api-error.ts';

/**
 * Makes the `explain` of a form about one's own account: the failure's text, or a notification with a login
 * after the end of the session.
 */
export const explainOwn =
  (otherwise?: string) =>
  (error: Error): string | null =>
    hasCode(error, 'not-signed-in')
      ? toastFailure('Your session has ended')(error)
      : failureText(error, otherwise);
