import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { ApiError } from '#platform/web/api-error.ts';
import { BulkStopped } from '../../content/bulk-calls.ts';
import * as css from './bulk-failure.module.css';

/** Names the items that prevented a bulk change, each with the reason. */
export function BulkFailure({ failure }: { failure: Error | null }) {
  if (!(failure instanceof BulkStopped)) return null;
  const { items, cause, done } = failure;
  const issues = cause instanceof ApiError ? cause.issues : [];
  const stopped = issues.flatMap(({ path, message }) => {
    const [, index] = /^ids\.(\d{1,5})$/.exec(path) ?? [];
    const item = index === undefined ? undefined : items[Number(index)];
    return item ? [{ item, message }] : [];
  });
  if (stopped.length === 0) return null;
  return (
    <div className={css.failure} role="alert">
      <ErrorNote>{done.changed > 0 ? 'The others were not' : 'Nothing was'} changed, because of:</ErrorNote>
      <ul>
        {stopped.map(({ item, message }) => (
          <li key={item.id}>
            “{item.title}”: {message}.
          </li>
        ))}
      </ul>
    </div>
  );
}
