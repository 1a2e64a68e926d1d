import { type KeyboardEvent, type ReactNode, useRef } from 'react';

export const FAVORITE_TABS = ['oceans', 'waves', 'droplets'] as const;
export type FavoriteTab = (typeof FAVORITE_TABS)[number];

const LABELS = { oceans: 'Oceans', waves: 'Waves', droplets: 'Droplets' };
const tabId = (tab: FavoriteTab) => `favorites-${tab}`;
const PANEL = 'favorites-panel';

interface FavoriteTabsProps {
  current: FavoriteTab;
  counts: Record<FavoriteTab, number>;
  onChoose(tab: FavoriteTab): void;
}

/** One stop of the Tab key; the arrow keys, Home and End move between the tabs. */
export function FavoriteTabs({ current, counts, onChoose }: FavoriteTabsProps) {
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const place = FAVORITE_TABS.indexOf(current);
    const next = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: -1 }[event.key];
    const tab = next === undefined ? undefined : FAVORITE_TABS.at(next % FAVORITE_TABS.length);
    if (!tab) return;
    event.preventDefault();
    onChoose(tab);
    list.current?.querySelector<HTMLElement>(`#${tabId(tab)}`)?.focus();
  }

  return (
    <div className="tabs" role="tablist" aria-label="Favorites" ref={list} onKeyDown={onKeyDown}>
      {FAVORITE_TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tabId(tab)}
          aria-selected={tab === current}
          aria-controls={PANEL}
          tabIndex={tab === current ? 0 : -1}
          onClick={() => onChoose(tab)}
        >
          {LABELS[tab]}
          {counts[tab] === 0 ? null : <span className="n">{counts[tab]}</span>}
        </button>
      ))}
    </div>
  );
}

export function FavoritePanel({ current, children }: { current: FavoriteTab; children: ReactNode }) {
  return (
    <div role="tabpanel" id={PANEL} aria-labelledby={tabId(current)}>
      {children}
    </div>
  );
}
