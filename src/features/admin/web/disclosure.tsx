import { type ReactNode, useState } from 'react';
import * as css from './disclosure.module.css';

interface DisclosureProps {
  title: string;
  /** The section is open from the beginning. */
  open?: boolean;
  children: ReactNode;
}

/** A section below the lists that opens on demand. Its content is rendered, and loaded, on first opening. */
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
