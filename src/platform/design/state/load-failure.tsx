import { Icon } from '#platform/design/icon.tsx';

interface LoadFailureProps {
  title: string;
  onRetry(): void;
}

/** Stands for a list that could not be loaded, with a button that tries again. */
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
