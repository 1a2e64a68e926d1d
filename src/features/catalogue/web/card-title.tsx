import type { ReactNode } from 'react';

/** Headings descend without gaps, so the page tells its cards their level. */
export type HeadingLevel = 2 | 3 | 4;

/** A card's text is clamped to two lines; the page behind it says it all. */
export function CardTitle({ level, children }: { level: HeadingLevel; children: ReactNode }) {
  const Heading = `h${level}` as const;
  return <Heading className="card-title clamp-2">{children}</Heading>;
}
