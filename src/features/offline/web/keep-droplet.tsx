import { useQuery } from '@tanstack/react-query';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { classNames } from '#platform/design/class-names.ts';
import { Icon } from '#platform/design/icon.tsx';
import { useApi } from '#platform/web/page.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import * as css from './keep-droplet.module.css';
import { DownloadIcon } from './panel/download-icon.tsx';
import { canKeep, deviceName, useOnline } from './state/device.ts';
import { keep, useKeepState } from './state/keep-state.ts';
import { removeItems } from './store/keep-item.ts';
import { holds, isOpen, isSame, type KeptRef } from './store/kept.ts';

/**
 * Whether a droplet opens: `kept` says also without a connection, `away` that it needs one and there is
 * none.
 */
export function useReach(id: number): 'kept' | 'away' | 'online' {
  const { kept } = useKeepState();
  const online = useOnline();
  if (kept && isOpen(kept) && holds(kept, { kind: 'droplet', id })) return 'kept';
  return online || kept === undefined ? 'online' : 'away';
}

interface KeepDropletProps {
  droplet: { id: number; title: string };
  className?: string | undefined;
}

/** The small button that keeps one droplet on this device, stops the download, or removes it again. */
export function KeepDroplet(props: KeepDropletProps) {
  const { data: user } = useQuery(userQuery(useApi()));
  // Only the browser knows what is kept.
  if (!useHydrated() || !canKeep() || !user) return null;
  return <KeepButton {...props} userId={user.id} />;
}

function KeepButton({ droplet: { id, title }, className, userId }: KeepDropletProps & { userId: number }) {
  const { kept, runs } = useKeepState();
  const online = useOnline();
  if (kept === undefined) return null;
  const ref: KeptRef = { kind: 'droplet', id };
  const name = `droplet-${id}`;
  const run = runs[name];
  const isOwn = kept?.items.some((item) => isSame(item, ref)) ?? false;
  const isOfWave = !isOwn && kept !== null && holds(kept, ref);
  // A kept wave has the droplet already; without a connection nothing can be stored.
  if (isOfWave || (!online && !isOwn)) return <span className={className} />;
  const isRunning = run !== undefined && run.failure === null;
  const press = () => {
    if (isRunning) run.stop();
    else if (isOwn) void removeItems([ref]);
    else void keep({ name, owner: userId, refs: [ref] });
  };
  const label = isRunning
    ? `Stop keeping ${title}`
    : isOwn
      ? `Remove ${title} from this ${deviceName()}`
      : `Keep ${title} on this ${deviceName()}`;
  return (
    <button
      className={classNames('icon-btn', css.keep, isRunning && css.running, className)}
      type="button"
      aria-label={label}
      onClick={press}
    >
      {isRunning ? <Icon name="close" /> : isOwn ? <Icon name="trash" /> : <DownloadIcon />}
    </button>
  );
}
