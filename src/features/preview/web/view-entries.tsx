import { VIEWS } from '../contract/calls.ts';
import { lookAs, VIEW_NAMES } from './view.ts';

/** Entries in the menu of an administrator or editor that show the page as other readers see it. */
export function ViewEntries() {
  return (
    <>
      <hr />
      {VIEWS.map((view) => (
        <button key={view} className="item" type="button" onClick={() => lookAs(view)}>
          View as {VIEW_NAMES[view].toLowerCase()}
        </button>
      ))}
    </>
  );
}
