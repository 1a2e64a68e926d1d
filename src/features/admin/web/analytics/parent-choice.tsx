import type { Place } from '#features/analytics/contract/schemas.ts';

interface PlaceChoiceProps {
  /** The most opened ones. */
  places: readonly Place[];
  chosen: Place;
  onChoose(place: string): void;
}

const KINDS = [
  ['wave', 'Waves'],
  ['ocean', 'Oceans'],
] as const;

/** Chooses the wave or ocean whose parts are shown. */
export function PlaceChoice({ places, chosen, onChoose }: PlaceChoiceProps) {
  const isListed = places.some(({ kind, id }) => kind === chosen.kind && id === chosen.id);
  const all = isListed ? places : [chosen, ...places];
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
            .filter((place) => place.kind === kind)
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
