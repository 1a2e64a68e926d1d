import { Icon } from '#platform/design/icon.tsx';

interface LoadFailureProps {
  title: string;
  onRetry(): void;
}

/** Replaces a list that failed to load, with a retry button. */
export function LoadFailure({ title, onRetry }: LoadFailureProps) {
  return (
    <div className="panel load-error" role="alert">
      <p>
        <Icon name="alert" />
        {title}
      </p>
      <button className="btn line sm" type="button" onClick={onRetry}>
        Try Again
      </button>
    </div>
  );
}
