import type { FavoriteItems } from '#features/favorites/contract/schemas.ts';
import { Icon } from '#platform/design/icon.tsx';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import * as css from './keep-favorites.module.css';
import { KeepPanel } from './panel/keep-panel.tsx';
import { canKeep, useOnline } from './state/device.ts';
import type { Subject } from './state/keep-state.ts';

const isOpen = ({ locked }: { locked: boolean }) => !locked;

interface KeepFavoritesProps {
  userId: number;
  items: FavoriteItems;
}

/** The panel under the favorites that keeps all of them on this device: waves and droplets. */
export function KeepFavorites({ userId, items }: KeepFavoritesProps) {
  // The server does not know what this device keeps.
  if (!useHydrated() || !canKeep()) return null;
  const refs: Subject['refs'] = [
    ...items.waves.filter(isOpen).map(({ id, title }) => ({ kind: 'wave' as const, id, title })),
    ...items.droplets.filter(isOpen).map(({ id, title }) => ({ kind: 'droplet' as const, id, title })),
  ];
  if (refs.length === 0) return null;
  const subject = { name: 'favorites', owner: userId, refs };
  return <KeepPanel subject={subject} title="All favorites" noun="This list" icon="heart" />;
}

/** A note above the favorites about what works without a connection. */
export function FavoritesNote() {
  if (useOnline()) return null;
  return (
    <p className={css.note} role="status">
      <Icon name="alert" />
      You are offline. What you kept opens. Hearts and places are saved here and sent later.
    </p>
  );
}
