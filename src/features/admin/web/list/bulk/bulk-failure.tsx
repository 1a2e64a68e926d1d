import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { ApiError } from '#platform/web/api-error.ts';
import type { Item } from '../../content/content-kinds.ts';
import * as css from './bulk-failure.module.css';

interface BulkFailureProps {
  /** The items that were to be changed, in the order of the call. */
  items: readonly Item[];
  failure: Error | null;
}

/** Names the items that stopped a change of several, each with the reason. */
export function BulkFailure({ items, failure }: BulkFailureProps) {
  const issues = failure instanceof ApiError ? failure.issues : [];
  const stopped = issues.flatMap(({ path, message }) => {
    const [, index] = /^ids\.(\d{1,5})$/.exec(path) ?? [];
    const item = index === undefined ? undefined : items[Number(index)];
    return item ? [{ item, message }] : [];
  });
  if (stopped.length === 0) return null;
  return (
    <div className={css.failure} role="alert">
      <ErrorNote>Nothing was changed, because of:</ErrorNote>
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
