import type { ReactNode } from 'react';

/** Headings descend without gaps, so the page tells its cards their level. */
export type HeadingLevel = 2 | 3 | 4;

export function CardTitle({ level, children }: { level: HeadingLevel; children: ReactNode }) {
  const Heading = `h${level}` as const;
  return <Heading className="card-title">{children}</Heading>;
}
