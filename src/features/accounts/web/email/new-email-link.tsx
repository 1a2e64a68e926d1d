import { useQuery } from '@tanstack/react-query';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { failureText } from '#platform/web/api-error.ts';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import type { User } from '../../contract/schemas.ts';
import { accountQuery } from '../account/account-queries.ts';
import { CardFooter } from '../auth-card.tsx';
import { unprovenAddress, useProveEmail } from './use-prove-email.ts';

/**
 * Offers, after a used link, a new link to the address that waits for its proof, and the way to the account
 * page.
 */
export function NewEmailLink({ user }: { user: User }) {
  const { data: account, isError } = useQuery(accountQuery(useApi()));
  if (!account && !isError) return <Spinner />;
  const email = account ? unprovenAddress(user, account) : null;
  if (email === null)
    return (
      <Link className="btn wide" href="/account">
        Go to your account
      </Link>
    );
  return (
    <>
      <SendNewLink email={email} />
      <CardFooter>
        <Link href="/account">Go to your account</Link>
      </CardFooter>
    </>
  );
}

function SendNewLink({ email }: { email: string }) {
  const prove = useProveEmail();
  if (prove.isSuccess) return <p role="status">We sent a new link to {email}.</p>;
  return (
    <>
      <p className="hint">
        We will send it to <span className="whole">{email}</span>.
      </p>
      <button
        className="btn wide"
        type="button"
        aria-disabled={prove.isPending || undefined}
        onClick={() => prove.isPending || prove.mutate({ email })}
      >
        Send a new link
      </button>
      {prove.isError ? (
        <ErrorNote role="alert">
          {failureText(prove.error, 'The email could not be sent. Please try again.')}
        </ErrorNote>
      ) : null}
    </>
  );
}
