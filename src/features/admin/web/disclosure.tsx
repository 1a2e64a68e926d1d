import { type ReactNode, useState } from 'react';
import * as css from './disclosure.module.css';

interface DisclosureProps {
  title: string;
  /** Whether the section is open initially. */
  open?: boolean;
  children: ReactNode;
}

/** A collapsible section below the lists. Its content is rendered and loaded on first opening. */
export function Disclosure({ title, open = false, children }: DisclosureProps) {
  const [startsOpen] = useState(open);
  const [opened, setOpened] = useState(open);
  return (
    <details
      className={css.disclosure}
      open={startsOpen || undefined}
      onToggle={(event) => setOpened((now) => now || event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {opened ? children : null}
    </details>
  );
}
