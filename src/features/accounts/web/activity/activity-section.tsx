import { useRef, useState } from 'react';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { lazyModule } from '#platform/web/lazy-module.ts';
import { AccountSection } from '../account/account-section.tsx';

const loadList = lazyModule(() => import('./activity-list.tsx'));
type Code = Awaited<ReturnType<typeof loadList>>;

/** Shows recent security events of the account. Their code and data load on demand. */
export function ActivitySection() {
  const [state, setState] = useState<Code | 'closed' | 'loading' | 'missing'>('closed');
  // The press removes the button, so the focus moves to the content that replaces it.
  const container = useRef<HTMLDivElement>(null);
  const open = () => {
    setState('loading');
    container.current?.focus();
    loadList().then(setState, () => setState('missing'));
  };
  return (
    <AccountSection title="Recent activity">
      <p>
        Logins, and changes that matter for your security. Does something look strange? Change your password.
      </p>
      <div ref={container} tabIndex={-1}>
        {state === 'loading' ? (
          <Spinner />
        ) : typeof state === 'object' ? (
          <state.ActivityList />
        ) : (
          <>
            {state === 'missing' ? (
              <ErrorNote role="alert">
                Your recent activity could not be loaded. Please try again later.
              </ErrorNote>
            ) : null}
            <button className="btn line" type="button" onClick={open}>
              Show recent activity
            </button>
          </>
        )}
      </div>
    </AccountSection>
  );
}
