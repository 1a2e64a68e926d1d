import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { Spinner } from '#platform/design/spinner.tsx';
import { toast } from '#platform/design/toast.tsx';
import { ApiError, failureText } from '#platform/web/api-client.ts';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import type { resetPassword } from '../contract.ts';
import { reasonOf } from './failures.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { QuietCard } from './quiet-card.tsx';
import { showIssues } from './server-issues.ts';
import { useFragmentToken } from './use-fragment-token.ts';
import { useSignedIn } from './use-signed-in.ts';

const PATH = '/reset-password';

/** /reset-password#token=…: opening it redeems nothing; the new password does. */
export function Page() {
  const api = useApi();
  const token = useFragmentToken();
  const signedIn = useSignedIn();
  const [, navigate] = useLocation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (password: string) =>
      api<typeof resetPassword>('POST /api/password/reset', { body: { token: token ?? '', password } }),
    onSuccess: (user) => {
      // In place of the link, which opens nothing any more.
      navigate('/', { replace: true });
      signedIn(user);
      toast({ title: 'Password changed', description: `You're now logged in as ${user.username}` });
    },
  });

  if (token === undefined)
    return (
      <QuietCard title="Choose a new password" path={PATH}>
        <Spinner />
      </QuietCard>
    );
  const dead = token === null || (error instanceof ApiError && error.status === 410);
  if (dead)
    return (
      <QuietCard
        title={token === null ? 'This link is not complete' : 'This link does not open any more'}
        path={PATH}
      >
        <p role="alert">
          {reasonOf(error) || 'The address is missing its key. Perhaps it was cut when it was copied.'}
        </p>
        <Link className="btn wide" href="/forgot-password">
          Ask for a new link
        </Link>
        <p className="auth-foot">
          <Link href="/auth">Back to login</Link>
        </p>
      </QuietCard>
    );
  return (
    <QuietCard title="Choose a new password" path={PATH}>
      <NewPasswordForm
        label="Change password"
        busy={isPending}
        onSubmit={(password, setError) =>
          mutate(password, {
            onError: (failure) => {
              if (showIssues(failure, setError, ['password'])) return;
              if (failure instanceof ApiError && failure.status === 410) return;
              toast({
                kind: 'bad',
                title: 'The password could not be changed',
                description: failureText(failure),
              });
            },
          })
        }
      />
      <p className="hint">Every device that is signed in to your account will be signed out.</p>
    </QuietCard>
  );
}
