import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';

/** What is wrong, in words and with its icon: never one without the other. `role="alert"` where it appears by itself. */
export function ErrorNote({ children, ...rest }: ComponentProps<'p'>) {
  return (
    <p className="err" {...rest}>
      <Icon name="alert" />
      {children}
    </p>
  );
}
