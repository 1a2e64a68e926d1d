import { CONTENT_ERROR } from '#platform/design/state/empty-state.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import * as css from './tree-branch-state.module.css';

/** Shows that a branch loads or failed to load. */
export function TreeBranchState({ failed, label }: { failed: boolean; label: string }) {
  return (
    <div className={css.state}>
      {failed ? <p role="alert">{CONTENT_ERROR}</p> : <Spinner label={label} />}
    </div>
  );
}
