import { useQuery } from '@tanstack/react-query';
import { secondFactorQuery } from '#features/accounts/web/second-factor/second-factor-query.ts';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import * as css from './placeholder-notice.module.css';

/** Tells whether the reader's next login needs a second factor that is not set up. */
export function useMissingSecondFactor(): boolean {
  const { data: state } = useQuery(secondFactorQuery(useApi()));
  return state?.required === true && !state.codes && state.passkeys === 0;
}

/** Asks administrators and editors to set up a second factor. */
export function SecondFactorNotice() {
  if (!useMissingSecondFactor()) return null;
  return (
    <section className={css.notice} aria-labelledby="second-factor">
      <Icon name="alert" />
      <div>
        <h2 id="second-factor">Your next login needs a second factor</h2>
        <p>Add a passkey or an authenticator app before you log out.</p>
        <Link href="/account">Set it up</Link>
      </div>
    </section>
  );
}
