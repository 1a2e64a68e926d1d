import type { ReactNode } from 'react';
import { TabPanel, Tabs } from '#platform/design/tabs.tsx';

export const FAVORITE_TABS = ['oceans', 'waves', 'droplets'] as const;
export type FavoriteTab = (typeof FAVORITE_TABS)[number];

const LABEL = 'Favorites';
const LABELS = { oceans: 'Oceans', waves: 'Waves', droplets: 'Droplets' };

interface FavoriteTabsProps {
  current: FavoriteTab;
  counts: Record<FavoriteTab, number>;
  onChoose(tab: FavoriteTab): void;
}

/** The tabs, with counts above zero. */
export function FavoriteTabs({ current, counts, onChoose }: FavoriteTabsProps) {
  const tabs = FAVORITE_TABS.map((name) => ({
    name,
    label: (
      <>
        {LABELS[name]}
        {counts[name] === 0 ? null : <span className="n">{counts[name]}</span>}
      </>
    ),
  }));
  return <Tabs label={LABEL} tabs={tabs} current={current} onChoose={onChoose} />;
}

export function FavoritePanel({ current, children }: { current: FavoriteTab; children: ReactNode }) {
  return (
    <TabPanel label={LABEL} current={current}>
      {children}
    </TabPanel>
  );
}
