import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { hasCode } from '#platform/web/api-error.ts';

/** Like {@link toastFailure}, but a change whose answer was lost on the way may have been done. */
export const changeFailure = (title: string) => (error: unknown) =>
  hasCode(error, 'network-failure')
    ? toast({
        kind: 'bad',
        title: 'No answer came',
        description: 'It may have been done. Check your connection, and look again before you repeat it.',
      })
    : toastFailure(title)(error);
