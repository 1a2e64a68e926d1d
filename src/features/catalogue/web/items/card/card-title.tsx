import type { ReactNode } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import * as css from './card.module.css';

/** Level of a card's heading. The page chooses it, because heading levels must not skip. */
export type HeadingLevel = 2 | 3 | 4;

interface CardTitleProps {
  level: HeadingLevel;
  className?: string;
  /** A link to the item. */
  children: ReactNode;
}

/** Shows a card's title, cut after two lines. The item's own page shows the whole title. */
export function CardTitle({ level, className, children }: CardTitleProps) {
  const Heading = `h${level}` as const;
  return <Heading className={classNames(css.title, 'clamp-2', className)}>{children}</Heading>;
}
