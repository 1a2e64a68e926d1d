import { StartNow } from '../landing/start-now.tsx';
import { CheckYourEmail } from './check-your-email.tsx';
import type { ConfirmationProps } from './confirmation-props.ts';

/** Replaces the form after a sign-up: instant access, or a mailed link. */
export function Confirmation({ status, ...props }: ConfirmationProps & { status: 'granted' | 'link-sent' }) {
  return status === 'granted' ? <StartNow {...props} /> : <CheckYourEmail {...props} />;
}
