import { type ReactNode, useEffect, useState } from 'react';
import { Head } from '#features/settings/web/head.tsx';
import { Mark } from '#platform/design/mark.tsx';
import { failureText } from '#platform/web/api-error.ts';
import * as css from './letter.module.css';

/* Parts of the pages to which links in recurring mails lead. */

export const FAILED = 'That did not work. Please try again.';

/** Returns the fragment's parameters, which never reach a server; undefined before hydration. */
export function useFragment(): URLSearchParams | undefined {
  const [parameters, setParameters] = useState<URLSearchParams>();
  useEffect(() => {
    const read = () => setParameters(new URLSearchParams(location.hash.slice(1)));
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return parameters;
}

interface PressProps {
  label: string;
  line?: boolean;
  busy: boolean;
  onPress(): void;
}

/** The only button of such a page. */
export const Press = ({ label, line, busy, onPress }: PressProps) => (
  <button
    className={line ? 'btn line' : 'btn'}
    type="button"
    aria-disabled={busy || undefined}
    onClick={onPress}
  >
    {busy ? 'One moment...' : label}
  </button>
);

/** `ref` of a heading that replaces the pressed button and gets its focus. */
export const focusOn = (heading: HTMLElement | null): void => heading?.focus();

interface OutcomeProps {
  path: string;
  title: string;
  /** Whether this page follows a press, whose button is gone: its heading gets the focus. */
  done?: boolean;
  children: ReactNode;
}

/** The layout of such a page, with the question before the press or the outcome after it. */
export function Outcome({ path, title, done, children }: OutcomeProps) {
  return (
    <div className={`wrap calm ${css.outcome}`}>
      <Head title={title} path={path} noIndex />
      <Mark />
      <h1 ref={done ? focusOn : undefined} tabIndex={done ? -1 : undefined}>
        {title}
      </h1>
      {children}
    </div>
  );
}

/** The page for an invalid token, or one whose letters no longer exist. */
export const Dead = ({ path, error }: { path: string; error: Error | null }) => (
  <Outcome path={path} title="This link no longer works" done>
    <p role="alert">{failureText(error, FAILED)}</p>
  </Outcome>
);
