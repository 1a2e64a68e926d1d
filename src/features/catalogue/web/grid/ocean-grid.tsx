import { classNames } from '#platform/design/class-names.ts';
import { WindowedList } from '#platform/design/list/windowed-list.tsx';
import type { Ocean } from '../../contract/schemas.ts';
import { cardGrid, eagerAt } from '../items/card/card-grid.ts';
import { OceanCard } from './ocean-card.tsx';

interface OceanGridProps {
  oceans: readonly Ocean[];
  /** Adds the space above the footer. */
  endsPage?: boolean;
}

/**
 * Shows cards of oceans in one, two or three columns. Of a long list, only the cards near the screen are
 * rendered.
 */
export function OceanGrid({ oceans, endsPage }: OceanGridProps) {
  return (
    <WindowedList
      className={classNames(cardGrid.wide, endsPage && cardGrid.endsPage)}
      items={oceans}
      memory={oceans}
      keyOf={({ id }) => id}
      render={(ocean, index) => <OceanCard ocean={ocean} headingLevel={2} eager={eagerAt(index, 3)} />}
    />
  );
}
