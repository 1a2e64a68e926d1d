import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { hasCode } from '#platform/web/api-error.ts';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../../contract/calls.ts';
import type { resetPassword } from '../../contract/endpoints.ts';
import { CardFooter } from '../auth-card.tsx';
import { useFragmentValue } from '../email/use-fragment-value.ts';
import { reasonOf } from '../failures.ts';
import { NoticeCard } from '../notice-card.tsx';
import { useSignedIn } from '../sign-in/use-signed-in.ts';
import { NewPasswordForm } from './new-password-form.tsx';

const PATH = '/reset-password';

/**
 * `/reset-password#token=…&username=…`: only a new password redeems the token, because mail scanners open
 * links too.
 */
export function Page() {
  const token = useFragmentValue('token');
  // Another link opened in the same tab changes only the fragment.
  return <ResetPassword key={token} token={token} />;
}

function ResetPassword({ token }: { token: string | null | undefined }) {
  const api = useApi();
  const username = useFragmentValue('username');
  const signedIn = useSignedIn();
  const [, navigate] = useLocation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (password: string) =>
      api<typeof resetPassword>(calls.resetPassword, { body: { token: token ?? '', password } }),
    onSuccess: (user) => {
      if (!user) {
        // An administrator or editor: a mailed link alone does not log them in.
        navigate('/auth', { replace: true });
        toast({ title: 'Password changed', description: 'Log in with it now.' });
        return;
      }
      // Replaces the used link in the history.
      navigate('/', { replace: true });
      signedIn(user);
      toast({ title: 'Password changed', description: `You're now logged in as ${user.username}` });
    },
  });

  if (token === undefined)
    return (
      <NoticeCard title="Choose a new password" path={PATH}>
        <Spinner />
      </NoticeCard>
    );
  if (token === null || isSpent(error))
    return (
      <NoticeCard
        title={token === null ? 'This link is incomplete' : 'This link no longer works'}
        path={PATH}
      >
        <p role="alert">
          {reasonOf(error) ||
            'Part of the link is missing. Open the link in the email again, or ask for a new one.'}
        </p>
        <Link className="btn wide" href="/forgot-password">
          Ask for a new link
        </Link>
        <CardFooter>
          <Link href="/auth">Back to login</Link>
        </CardFooter>
      </NoticeCard>
    );
  return (
    <NoticeCard title="Choose a new password" path={PATH}>
      <NewPasswordForm
        username={username ?? ''}
        label="Change password"
        pending={isPending}
        error={error}
        explain={toastFailure('The password could not be changed')}
        onSubmit={(password) => mutate(password)}
      />
      <p className="hint">You will be logged out on all other devices.</p>
    </NoticeCard>
  );
}

/** The link is used, expired or replaced. */
const isSpent = (error: Error | null) => hasCode(error, 'link-expired');
