import type { ComponentProps, ReactNode } from 'react';
import * as css from './account-rows.module.css';

/** A list of things that belong to the account. */
export function AccountRows({ children }: { children: ReactNode }) {
  return <ul className={css.list}>{children}</ul>;
}

interface AccountRowProps {
  name: string;
  facts: ReactNode;
  /** Usually a {@link RowButton}. */
  action?: ReactNode;
}

/** One thing: its name, facts about it below, and what can be done with it. */
export function AccountRow({ name, facts, action }: AccountRowProps) {
  return (
    <li>
      <div>
        <b>{name}</b>
        <span className={`meta ${css.facts}`}>{facts}</span>
      </div>
      {action}
    </li>
  );
}

/** The button of a row. Its accessible name says which row it belongs to. */
export function RowButton(props: ComponentProps<'button'> & { 'aria-label': string }) {
  return <button {...props} className={`btn quiet sm ${css.action}`} type="button" />;
}
