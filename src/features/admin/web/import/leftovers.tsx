import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FolderAction, FolderState } from './folder-state.ts';
import * as css from './import-form.module.css';
import type { ImportValues } from './import-form-schema.ts';
import { type FileRole, nameOf, type PlannedFile } from './plan-folder.ts';

interface LeftoversProps {
  state: FolderState;
  form: UseFormReturn<ImportValues>;
  change(action: FolderAction): void;
}

/** Maximum listed names of unsupported files. */
const MAX_NAMES = 20;

/** Files that match nothing or were left out, each with its possible roles. */
export function Leftovers({ state, form, change }: LeftoversProps) {
  const left = state.files.filter(({ id }) => state.roles[id] === 'out');
  const { ignored } = state;
  if (left.length === 0 && ignored.length === 0) return null;
  return (
    <section className={css.leftovers} aria-labelledby="leftovers">
      <h2 id="leftovers">Matches nothing</h2>
      <ul>
        {left.map((file) => (
          <li key={file.id}>
            <div>
              <b>{nameOf(file.path)}</b>
              <p>{whyLeft(file)}</p>
            </div>
            <RoleChoice file={file} state={state} form={form} change={change} />
          </li>
        ))}
        {ignored.length > 0 ? (
          <li>
            <div>
              <b>{ignored.slice(0, MAX_NAMES).join(', ')}</b>
              <p>
                {ignored.length > MAX_NAMES ? `And ${ignored.length - MAX_NAMES} more. ` : ''}
                Not content. Left out.
              </p>
            </div>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

/**
 * Selects the role of a file. Arrow keys on a closed list select every option they pass, so the choice takes
 * effect when the field loses the focus.
 */
function RoleChoice({ file, state, form, change }: LeftoversProps & { file: PlannedFile }) {
  const [passed, setPassed] = useState('out');
  const isByKeys = useRef(false);
  const take = (value: string) => change({ do: 'role', id: file.id, role: roleOf(value) });
  return (
    <select
      className="input"
      aria-label={`Belongs to, ${nameOf(file.path)}`}
      value={passed}
      onPointerDown={() => {
        isByKeys.current = false;
      }}
      onKeyDown={() => {
        isByKeys.current = true;
      }}
      onChange={({ target }) => (isByKeys.current ? setPassed(target.value) : take(target.value))}
      onBlur={() => {
        if (passed !== 'out') take(passed);
      }}
    >
      <option value="out">Leave out</option>
      {file.kind === 'captions' ? null : <option value="droplet">A droplet of its own</option>}
      {file.kind === 'image' ? <option value="wave">The wave’s picture</option> : null}
      {file.kind === 'captions' || file.kind === 'image'
        ? state.order.map((id, index) => (
            <option key={id} value={id}>
              {index + 1}. {form.watch(`titles.${id}`)}
            </option>
          ))
        : null}
    </select>
  );
}

const roleOf = (value: string): FileRole =>
  value === 'out' || value === 'droplet' || value === 'wave' ? value : { of: value };

function whyLeft({ kind }: PlannedFile): string {
  if (kind === 'captions') return 'Captions without a film of that name.';
  if (kind === 'image') return 'A picture without a film of that name.';
  return 'Left out.';
}
