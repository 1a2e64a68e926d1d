import type { ReactNode } from 'react';
import * as css from './showcase.module.css';

interface ExhibitProps {
  /** The component as in a tag, or what the classes are for. */
  name: string;
  /** The file, from src/platform/design. */
  file: string;
  /** The classes of the shared set that this shows. */
  classes?: string;
  children: ReactNode;
}

/** One part of the design set with its name, its file and its classes. */
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
