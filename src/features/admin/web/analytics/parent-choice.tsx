import type { Parent } from '#features/analytics/contract/schemas.ts';

interface ParentChoiceProps {
  /** The most opened waves and oceans. */
  parents: readonly Parent[];
  chosen: Parent;
  onChoose(parent: string): void;
}

const KINDS = [
  ['wave', 'Waves'],
  ['ocean', 'Oceans'],
] as const;

/** Selects the wave or ocean whose parts to show. */
export function ParentChoice({ parents, chosen, onChoose }: ParentChoiceProps) {
  const isListed = parents.some(({ kind, id }) => kind === chosen.kind && id === chosen.id);
  const all = isListed ? parents : [chosen, ...parents];
  return (
    <select
      className="input"
      aria-label="Wave or ocean"
      value={`${chosen.kind}-${chosen.id}`}
      onChange={(event) => onChoose(event.target.value)}
    >
      {KINDS.map(([kind, name]) => (
        <optgroup key={kind} label={name}>
          {all
            .filter((parent) => parent.kind === kind)
            .map(({ id, title }) => (
              <option key={id} value={`${kind}-${id}`}>
                {title}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}
