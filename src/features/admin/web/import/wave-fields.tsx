import type { UseFormReturn } from 'react-hook-form';
import type { Ocean } from '#features/catalogue/contract/schemas.ts';
import type { QueueStates } from '#features/uploads/web/queue/upload-queue.ts';
import { Field } from '#platform/design/form/field.tsx';
import { many } from '#platform/web/counts.ts';
import { Progress } from './droplet-row.tsx';
import { errorText } from './error-text.ts';
import { coverOf, type FolderAction, type FolderState } from './folder-state.ts';
import type { ImportValues } from './import-form-schema.ts';
import { nameOf } from './plan-folder.ts';

interface WaveFieldsProps {
  state: FolderState;
  form: UseFormReturn<ImportValues>;
  oceans: readonly Ocean[];
  states: QueueStates;
  change(action: FolderAction): void;
  onRetry(id: string): void;
}

/** The fields of the wave that will contain the droplets. */
export function WaveFields({ state, form, oceans, states, change, onRetry }: WaveFieldsProps) {
  const { register } = form;
  const cover = coverOf(state);
  return (
    <>
      <Field label="Title" error={errorText(form, 'wave.title')}>
        {(its) => <input {...its} {...register('wave.title')} />}
      </Field>
      <Field label="Ocean" error={errorText(form, 'wave.oceanId')}>
        {(its) => (
          <select {...its} {...register('wave.oceanId', { valueAsNumber: true })}>
            {oceans.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Access" error={errorText(form, 'wave.access')}>
        {(its) => (
          <select {...its} {...register('wave.access')}>
            <option value="premium">Premium</option>
            <option value="free">Free</option>
            <option value="sample">Sample</option>
          </select>
        )}
      </Field>
      <Field
        label="Description"
        error={errorText(form, 'wave.description')}
        hint="Each droplet begins with it too. Change it there before you publish."
      >
        {(its) => <textarea rows={3} {...its} {...register('wave.description')} />}
      </Field>
      {cover ? (
        <div>
          <p>Picture of the wave: {nameOf(cover.path)}</p>
          <Progress files={[cover]} states={states} onRetry={onRetry} />
          <button
            type="button"
            className="btn quiet sm"
            onClick={() => change({ do: 'role', id: cover.id, role: 'out' })}
          >
            Leave out<span className="sr"> {nameOf(cover.path)}</span>
          </button>
        </div>
      ) : null}
      <p className="hint">
        All {many(state.order.length, 'droplet')} or none: if one cannot be made, nothing is created and this
        page stays as it is.
      </p>
    </>
  );
}
