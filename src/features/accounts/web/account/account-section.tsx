import { type ReactNode, useId } from 'react';
import { useKeptFocus } from '#platform/design/dialog/use-kept-focus.ts';
import * as css from './account-section.module.css';

interface AccountSectionProps {
  title: string;
  /** Fragment of the section's address, if something links to it. */
  anchor?: string;
  children: ReactNode;
}

/** Shows a section of the account page under its title, which gets the focus of a removed row. */
export function AccountSection({ title, anchor, children }: AccountSectionProps) {
  const id = useId();
  const section = useKeptFocus<HTMLElement>();
  return (
    <section id={anchor} ref={section} tabIndex={-1} className={css.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
