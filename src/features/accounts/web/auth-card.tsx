import type { ReactNode } from 'react';
import * as css from './auth-card.module.css';

/** The card with the forms that lead into the site. */
export function AuthCard({ children }: { children: ReactNode }) {
  return <section className={css.card}>{children}</section>;
}

/** A link below a card's form. */
export function CardFooter({ children }: { children: ReactNode }) {
  return <p className={css.footer}>{children}</p>;
}
