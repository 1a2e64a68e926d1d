import { type ReactNode, useId } from 'react';
import { useKeptFocus } from '#platform/design/dialog/use-kept-focus.ts';
import * as css from './account-section.module.css';

/** A section of the account page, under its title. It gets the focus of a removed row. */
export function AccountSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  const section = useKeptFocus<HTMLElement>();
  return (
    <section ref={section} tabIndex={-1} className={css.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
