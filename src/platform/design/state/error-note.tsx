import type { ComponentProps } from 'react';
import { Icon } from '../icon.tsx';

/** An error text with its icon. Needs `role="alert"` if it appears without an action of the reader. */
export function ErrorNote({ children, ...rest }: ComponentProps<'p'>) {
  return (
    <p className="err" data-part="error" {...rest}>
      <Icon name="alert" />
      {children}
    </p>
  );
}
