import type { ReactNode } from 'react';
import { Mark } from '#platform/design/mark.tsx';

interface EmptyStateProps {
  title: string;
  /** Heading level: 1 when the state fills the page. */
  level?: 1 | 2 | 3;
  text?: string;
  /**
   * Whether something failed. It is then an alert for screen readers, with a button that reloads the page.
   */
  failed?: boolean;
  children?: ReactNode;
}

/**
 * Replaces content that is empty, failed or missing: the mark, a title, a sentence and one link or button.
 */
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

/** Makes a title of two sentences wrap between them first. */
function bySentence(title: string): ReactNode {
  const [first, ...rest] = title.split('. ');
  if (rest.length === 0) return title;
  return (
    <>
      <span className="sentence">{first}.</span> <span className="sentence">{rest.join('. ')}</span>
    </>
  );
}

/** A site installed on a phone has no reload button of the browser. */
function TryAgain() {
  return (
    <button type="button" className="btn line" onClick={() => location.reload()}>
      Try Again
    </button>
  );
}

export const CONTENT_ERROR = 'Error loading content. Please try again later.';
