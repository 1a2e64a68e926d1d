import type { Ocean } from '../contract.ts';
import { OceanCard } from './ocean-card.tsx';
import { WindowedList } from './windowed-list.tsx';

/** The first row of the widest grid. */
const FIRST_ROW = 3;

/** Cards of oceans in one, two or three columns; of a long list only what is seen and a screenful around it. */
export function OceanGrid({
  oceans,
  className = 'grid-3',
}: {
  oceans: readonly Ocean[];
  className?: string;
}) {
  return (
    <WindowedList
      className={className}
      items={oceans}
      memory={oceans}
      keyOf={({ id }) => id}
      render={(ocean, place) => (
        <OceanCard ocean={ocean} headingLevel={2} eager={place === 0 ? 'first' : place < FIRST_ROW} />
      )}
    />
  );
}
