import type { ReactNode } from 'react';
import { Mark } from '#platform/design/mark.tsx';

interface EmptyStateProps {
  title: string;
  /** Heading level: 1 if the state is all of the page. */
  level?: 1 | 2 | 3;
  text?: string;
  /** Something failed: an alert for screen readers, with a button that reloads the page. */
  failed?: boolean;
  children?: ReactNode;
}

/** Stands for content that is empty, failed or missing: the mark, a title, a sentence and one way on. */
export function EmptyState({ title, level = 2, text, failed, children }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={level === 1 ? 'calm whole-page' : 'calm'} role={failed ? 'alert' : undefined}>
      <Mark />
      <Heading>{bySentence(title)}</Heading>
      {text === undefined ? null : <p>{text}</p>}
      {children ?? (failed ? <TryAgain /> : null)}
    </div>
  );
}

/** Lets a title of two sentences break between them first. */
function bySentence(title: string): ReactNode {
  const [first, ...rest] = title.split('. ');
  if (rest.length === 0) return title;
  return (
    <>
      <span className="sentence">{first}.</span> <span className="sentence">{rest.join('. ')}</span>
    </>
  );
}

/** An installed site on a phone has no reload button of the browser. */
function TryAgain() {
  return (
    <button type="button" className="btn line" onClick={() => location.reload()}>
      Try Again
    </button>
  );
}

export const CONTENT_ERROR = 'Error loading content. Please try again later.';
