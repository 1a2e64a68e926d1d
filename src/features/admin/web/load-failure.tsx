import { Icon } from '#platform/design/icon.tsx';

interface LoadFailureProps {
  title: string;
  onRetry(): void;
}

/** In the place of a list that could not be had. */
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
