import { EmptyState } from '../state/empty-state.tsx';
import { ErrorNote } from '../state/error-note.tsx';
import { LoadFailure } from '../state/load-failure.tsx';
import { ScriptNote } from '../state/script-note.tsx';
import { PageSpinner, Spinner } from '../state/spinner.tsx';
import { Exhibit } from './exhibit.tsx';
import * as css from './showcase.module.css';

/** Empty, error and loading states. */
export function StateExhibits() {
  return (
    <>
      <Exhibit name="EmptyState" file="state/empty-state.tsx" classes="calm · calm whole-page · sentence">
        <EmptyState title="Nothing here yet. It will come." level={3} text="One sentence says why." />
      </Exhibit>
      <Exhibit name="EmptyState failed" file="state/empty-state.tsx">
        <EmptyState title="Error loading content" level={3} failed />
      </Exhibit>
      <Exhibit name="LoadFailure" file="state/load-failure.tsx" classes="panel · load-error">
        <LoadFailure title="The list could not be loaded." onRetry={() => {}} />
      </Exhibit>
      <Exhibit name="ErrorNote" file="state/error-note.tsx" classes="err">
        <ErrorNote>What is wrong.</ErrorNote>
      </Exhibit>
      <Exhibit name="Spinner" file="state/spinner.tsx" classes="spin">
        <Spinner />
      </Exhibit>
      <Exhibit name="PageSpinner" file="state/spinner.tsx" classes="calm page-spinner">
        <PageSpinner text="Loading the page" />
      </Exhibit>
      <Exhibit name="ScriptNote" file="state/script-note.tsx">
        <p>Shows in browsers that run no scripts.</p>
        <ScriptNote />
      </Exhibit>
      <Exhibit name="Skeleton" file="state/empty-states.css" classes="skel">
        <div className={`skel ${css.skeletonLine}`} />
      </Exhibit>
    </>
  );
}
