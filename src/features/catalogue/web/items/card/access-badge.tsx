import { classNames } from '#platform/design/class-names.ts';
import * as css from './access-badge.module.css';

interface AccessBadgeProps {
  of: {
    accessType: 'free' | 'premium';
    /** Absent for oceans: an ocean is never a sample. */
    isSample?: boolean;
    locked: boolean;
  };
  /** Shows the stored access type, also of samples and of open items. */
  asStored?: boolean;
  /** Stands in the corner of a cover. */
  onCover?: boolean;
}

/**
 * Shows Premium, Free Sample, or nothing. A sample's badge does not mention premium, because everyone may
 * open it, except in Explore. Subscribers see no Premium badge, because they lack nothing.
 */
export function AccessBadge({ of, asStored, onCover }: AccessBadgeProps) {
  const position = onCover && css.onCover;
  if (of.isSample && !asStored)
    return <span className={classNames('badge free', position)}>Free Sample</span>;
  return of.accessType === 'premium' && (of.locked || asStored) ? (
    <span className={classNames('badge', position)}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="M0 6a6 6 0 0 1 12 0ZM2 8h8v1.200H2ZM4 10.4h4v1.200H4Z" fill="currentColor" />
      </svg>
      Premium
    </span>
  ) : null;
}
