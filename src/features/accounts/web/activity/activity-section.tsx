import { useRef, useState } from 'react';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { lazyModule } from '#platform/web/lazy-module.ts';
import { AccountSection } from '../account/account-section.tsx';

const loadList = lazyModule(() => import('./activity-list.tsx'));
type Code = Awaited<ReturnType<typeof loadList>>;

/** What happened in the account lately. Code and events are loaded when somebody asks for them. */
export function ActivitySection() {
  const [state, setState] = useState<Code | 'closed' | 'loading' | 'missing'>('closed');
  // The button goes away with the press: the focus moves to what comes in its place.
  const place = useRef<HTMLDivElement>(null);
  const open = () => {
    setState('loading');
    place.current?.focus();
    loadList().then(setState, () => setState('missing'));
  };
  return (
    <AccountSection title="Recent activity">
      <p>
        Logins, and changes that matter for your security. Does something look strange? Change your password.
      </p>
      <div ref={place} tabIndex={-1}>
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
