import type { ReactNode } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import { Icon } from '#platform/design/icon.tsx';
import * as css from './lock-overlay.module.css';

interface LockOverlayProps {
  className?: string;
  children?: ReactNode;
}

/** Shows a lock in the middle of a cover, with `children` below it. */
export function LockOverlay({ className, children }: LockOverlayProps) {
  return (
    <div className={classNames(css.overlay, className)}>
      <span className={css.disc} data-part="lock">
        <Icon name="lock" />
      </span>
      {children}
    </div>
  );
}
