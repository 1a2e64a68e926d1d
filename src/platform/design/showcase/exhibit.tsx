import type { ReactNode } from 'react';
import * as css from './showcase.module.css';

interface ExhibitProps {
  /** The component's tag, or the purpose of the classes. */
  name: string;
  /** The file, relative to src/platform/design. */
  file: string;
  /** The shared classes in this exhibit. */
  classes?: string;
  children: ReactNode;
}

/** One part of the design set with its name, file and classes. */
export function Exhibit({ name, file, classes, children }: ExhibitProps) {
  return (
    <section className={css.exhibit}>
      <h3>{name}</h3>
      <p className="meta">
        {file}
        {classes === undefined ? null : <code className={css.classes}>{classes}</code>}
      </p>
      <div className={css.stage}>{children}</div>
    </section>
  );
}
