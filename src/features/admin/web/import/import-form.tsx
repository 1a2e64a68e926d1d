import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Ocean } from '#features/catalogue/contract/schemas.ts';
import type { QueueStates, UploadQueue } from '#features/uploads/web/queue/upload-queue.ts';
import { Form } from '#platform/design/form/form.tsx';
import { keepFieldFocused } from '#platform/design/form/keep-field-focused.ts';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { many } from '#platform/web/counts.ts';
import { Link } from '#platform/web/link.tsx';
import { CONTENT_PATH } from '../content/content-address.ts';
import { useReportTyped } from '../use-report-typed.ts';
import { DropletRow } from './droplet-row.tsx';
import { captionsOf, type FolderAction, type FolderState, fileOf, filesToSend } from './folder-state.ts';
import { saveDraft } from './import-draft.ts';
import * as css from './import-form.module.css';
import { type ImportValues, importResolver } from './import-form-schema.ts';
import { Leftovers } from './leftovers.tsx';
import { planned } from './plan-folder.ts';
import { useCreateWave } from './use-create-wave.ts';
import { useRowFocus } from './use-row-focus.ts';
import { WaveFields } from './wave-fields.tsx';

interface ImportFormProps {
  state: FolderState;
  /** Initial values of the form. */
  values: ImportValues;
  oceans: readonly Ocean[];
  queue: UploadQueue;
  states: QueueStates;
  isPaused: boolean;
  change(action: FolderAction): void;
  onTyped(typed: boolean): void;
}

/** The droplets to create, and the fields of their wave. */
export function ImportForm({ values, oceans, change, onTyped, ...props }: ImportFormProps) {
  const { state, queue, states, isPaused } = props;
  const order = useRef(state.order);
  order.current = state.order;
  const form = useForm<ImportValues>({
    resolver: importResolver(() => order.current),
    mode: 'onTouched',
    defaultValues: values,
  });
  const create = useCreateWave({ state, queue, states, form });
  const [early, setEarly] = useState(false);
  const uploaded = useUploadCounts(state, states);
  const isMissing = uploaded.done < uploaded.all;
  const present = form.watch();
  useKeptDraft(state, present, create.isIdle || create.isError);
  useReportTyped(form.formState.isDirty, onTyped);

  const look = state.order.filter(
    (id) =>
      (fileOf(state, id).kind !== 'image' && captionsOf(state, id).length === 0) ||
      states.get(id)?.is === 'failed',
  ).length;
  const submit = form.handleSubmit((parsed) => {
    setEarly(isMissing);
    if (!isMissing && !create.isPending) create.mutate(parsed);
  });
  const { act, words } = useRowFocus(state.order, change);
  const onRetry = (id: string) => queue.retry(id);
  const counts = `${uploaded.done} of ${many(uploaded.all, 'file')} uploaded`;
  return (
    <Form
      className={css.columns}
      noValidate
      onMouseDown={keepFieldFocused}
      pending={create.isPending}
      // Failures are shown beside fields and files, and in a toast.
      error={null}
      onSubmit={(event) => void submit(event)}
    >
      <div>
        <section aria-labelledby="droplets">
          <div className={css.sectionHead}>
            <h2 id="droplets" tabIndex={-1}>
              {many(state.order.length, 'droplet')}
            </h2>
            <span className="meta" role="status">
              {counts}
              {look > 0 ? `, ${look} ${look === 1 ? 'needs' : 'need'} a look` : ''}
            </span>
            <PauseAll {...{ queue, states, isPaused }} />
          </div>
          <p className="sr" role="status">
            {words}
          </p>
          <ol className={css.droplets}>
            {state.order.map((id, index) => (
              <DropletRow
                key={id}
                {...{ state, id, index, form, states, act, onRetry }}
                onCaptions={(file) =>
                  change({
                    do: 'add',
                    file: planned({ path: file.name, file }, `f${state.files.length}`, 'captions'),
                    role: { of: id },
                  })
                }
              />
            ))}
          </ol>
        </section>
        <Leftovers state={state} form={form} change={change} />
      </div>
      <section className="panel admin-form" aria-labelledby="new-wave">
        <h2 id="new-wave">New wave</h2>
        <WaveFields {...{ state, form, oceans, states, change, onRetry }} />
        <p className={css.early} role="alert">
          {early && isMissing ? `${counts}. Create the wave when all are there.` : null}
        </p>
        <div className="row end">
          <Link className="btn line" href={CONTENT_PATH}>
            Cancel
          </Link>
          <SubmitButton className="btn" label="Create draft wave" busyLabel="Creating..." />
        </div>
      </section>
    </Form>
  );
}

/**
 * Updates the draft until the wave is being created. Later renderings must not store one, because the next
 * import would offer it.
 */
function useKeptDraft(state: FolderState, values: ImportValues, isOpen: boolean): void {
  useEffect(() => {
    if (isOpen) saveDraft(state, values);
  }, [state, values, isOpen]);
}

function useUploadCounts(state: FolderState, states: QueueStates) {
  const toSend = filesToSend(state);
  return { all: toSend.length, done: toSend.filter(({ id }) => states.get(id)?.is === 'done').length };
}

/** One button for all files: Pause, then Go on. */
function PauseAll({ queue, states, isPaused }: Pick<ImportFormProps, 'queue' | 'states' | 'isPaused'>) {
  const underway = [...states.values()].some(({ is }) => is === 'sending' || is === 'waiting');
  if (!underway) return null;
  return (
    <button type="button" className="btn quiet sm" onClick={() => (isPaused ? queue.goOn() : queue.pause())}>
      {isPaused ? 'Go on' : 'Pause'}
      <span className="sr"> uploading all files</span>
    </button>
  );
}
