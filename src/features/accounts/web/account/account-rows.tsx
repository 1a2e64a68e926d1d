import type { ComponentProps, ReactNode } from 'react';
import * as css from './account-rows.module.css';

/** Shows a list of things that belong to the account. */
export function AccountRows({ children }: { children: ReactNode }) {
  return <ul className={css.list}>{children}</ul>;
}

interface AccountRowProps {
  name: string;
  facts: ReactNode;
  /** One or more {@link RowButton}. */
  action?: ReactNode;
}

/** Shows one thing: its name, facts below it, and an action. */
export function AccountRow({ name, facts, action }: AccountRowProps) {
  return (
    <li>
      <div>
        <b>{name}</b>
        <span className={`meta ${css.facts}`}>{facts}</span>
      </div>
      {action ? <div className={css.action}>{action}</div> : null}
    </li>
  );
}

/** Shows the button of a row. Its accessible name tells which row it belongs to. */
export function RowButton(props: ComponentProps<'button'> & { 'aria-label': string }) {
  return <button {...props} className="btn quiet sm" type="button" />;
}
