import { type ReactNode, useId } from 'react';
import * as css from './account-section.module.css';

/** A section of the account page, under its title. */
export function AccountSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
