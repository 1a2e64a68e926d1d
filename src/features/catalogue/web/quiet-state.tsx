import type { ReactNode } from 'react';
import { Mark } from '#platform/design/mark.tsx';

interface QuietStateProps {
  title: string;
  /** The level of the title: 1 where it is all that the page says. */
  level?: 1 | 2 | 3;
  text?: string;
  /** Something failed: said at once to those who listen, and tried again on a press. */
  failed?: boolean;
  children?: ReactNode;
}

/** Empty, failed, not there: the mark, one line, at most one sentence and one way on. */
export function QuietState({ title, level = 2, text, failed, children }: QuietStateProps) {
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

/** A title of two sentences breaks between them while each has room on its line. */
function bySentence(title: string): ReactNode {
  const [first, ...rest] = title.split('. ');
  if (rest.length === 0) return title;
  return (
    <>
      <span className="sentence">{first}.</span> <span className="sentence">{rest.join('. ')}</span>
    </>
  );
}

/** A site kept on a phone's home screen has no other button for it. */
function TryAgain() {
  return (
    <button type="button" className="btn line" onClick={() => location.reload()}>
      Try Again
    </button>
  );
}

export const CONTENT_ERROR = 'Error loading content. Please try again later.';
