import { Icon } from '#platform/design/icon.tsx';

/** A file that would not load or play, and the way to try it once more. */
export function BrokenMedia({ what, onRetry }: { what: string; onRetry(): void }) {
  return (
    <div className="player player-broken" role="alert">
      <Icon name="alert" />
      <p>This {what} could not be loaded.</p>
      <button type="button" className="btn line" onClick={onRetry}>
        Try Again
      </button>
    </div>
  );
}
