import type { ReactNode } from 'react';
import * as css from './auth-card.module.css';

/** Shows the card around the login and registration forms. */
export function AuthCard({ children }: { children: ReactNode }) {
  return <section className={css.card}>{children}</section>;
}

/** A link below a card's form. */
export function CardFooter({ children }: { children: ReactNode }) {
  return <p className={css.footer}>{children}</p>;
}
