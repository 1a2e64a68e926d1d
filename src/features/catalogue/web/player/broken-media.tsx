import type { ReactNode } from 'react';
import { recheckReader } from '#features/accounts/web/session/recheck-reader.ts';
import { classNames } from '#platform/design/class-names.ts';
import { Icon } from '#platform/design/icon.tsx';
import { DROPLET_ERROR } from '../items/droplet-error.ts';
import * as css from './broken-media.module.css';

interface BrokenMediaProps {
  /** The medium that failed. */
  kind: 'video' | 'audio' | 'text' | 'exercise';
  /** In a droplet's frame, which shows the specified sentence. */
  inFrame?: boolean;
  onRetry(): void;
  className?: string;
  /** Another way to the medium. */
  children?: ReactNode;
}

/** Shows that a medium failed to load or play, with a button to try again. */
export function BrokenMedia({ kind, inFrame = false, onRetry, className, children }: BrokenMediaProps) {
  return (
    <div className={classNames(css.broken, inFrame && css.inFrame, className)} role="alert">
      <Icon name="alert" />
      <p>{inFrame ? DROPLET_ERROR : `This ${kind === 'audio' ? 'recording' : kind} could not be loaded.`}</p>
      <button
        type="button"
        className="btn line"
        onClick={() => {
          onRetry();
          // The subscription may have ended since the page was opened. If so, the lesson shows its lock.
          recheckReader();
        }}
      >
        Try Again
      </button>
      {children}
    </div>
  );
}
