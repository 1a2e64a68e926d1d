import { useState } from 'react';
import { InteractiveLesson } from '#features/catalogue/web/viewer/lesson/interactive-lesson.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { failureText } from '#platform/web/api-error.ts';
import * as css from './writing-page.module.css';

interface ExerciseTrialProps {
  source: string;
  title: string;
  /** Stores the exercise on the site, without an item. Returns its address. */
  keep(): Promise<string>;
}

type Trial =
  | { is: 'idle' }
  | { is: 'starting' }
  | { is: 'running'; url: string; source: string; run: number };

/** Runs an exercise as for learners: in the same frame, from the same address, under the same policy. */
export function ExerciseTrial({ source, title, keep }: ExerciseTrialProps) {
  const [trial, setTrial] = useState<Trial>({ is: 'idle' });
  const [error, setError] = useState<string | null>(null);
  const start = async () => {
    if (trial.is === 'starting') return;
    const run = trial.is === 'running' ? trial.run + 1 : 1;
    setTrial({ is: 'starting' });
    setError(null);
    try {
      setTrial({ is: 'running', url: await keep(), source, run });
    } catch (failure) {
      setTrial({ is: 'idle' });
      setError(failureText(failure));
    }
  };
  const isOld = trial.is === 'running' && trial.source !== source;
  return (
    <section className={css.preview} aria-label="Trial">
      <div className={css.trialHead}>
        <p className="meta" role="status">
          {isOld ? 'This run is older than what is written.' : 'As a member does it, without a network'}
        </p>
        <button
          type="button"
          className="btn line sm"
          aria-disabled={trial.is === 'starting' || source.trim() === '' || undefined}
          onClick={() => {
            if (source.trim() !== '') void start();
          }}
        >
          {trial.is === 'starting' ? 'Starting...' : trial.is === 'running' ? 'Run again' : 'Try it'}
        </button>
      </div>
      {error === null ? null : <ErrorNote role="alert">{error}</ErrorNote>}
      {trial.is === 'running' ? (
        <div className={css.trialFrame}>
          <InteractiveLesson key={trial.run} url={trial.url} title={title} />
        </div>
      ) : null}
    </section>
  );
}
