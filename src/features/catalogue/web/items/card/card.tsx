import type { ReactNode } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import type { ItemType } from '../../../contract/kinds.ts';
import * as css from './card.module.css';

interface CardProps {
  kind: ItemType;
  /** Blurs the cover. */
  locked?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * Shows an item as a card, in a list item: a cover, a title whose link covers the card, and a few lines of
 * text.
 */
export function Card({ kind, locked = false, className, children }: CardProps) {
  return (
    <li className={classNames(css.card, kind === 'droplet' && css.tall, locked && css.locked, className)}>
      {children}
    </li>
  );
}
