import { useQuery } from '@tanstack/react-query';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import type { Droplet } from '#features/catalogue/contract/schemas.ts';
import { classNames } from '#platform/design/class-names.ts';
import { Icon } from '#platform/design/icon.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { useApi } from '#platform/web/page.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import * as css from './keep-droplet.module.css';
import { DownloadIcon } from './panel/download-icon.tsx';
import { canKeep, deviceName, useOnline } from './state/device.ts';
import { failureWords } from './state/failure-words.ts';
import { keep, useKeepState } from './state/keep-state.ts';
import { holds, isOpen, isSame, type KeptRef } from './store/kept.ts';
import { needsConnection } from './store/plan-item.ts';
import { removeItems } from './store/remove-items.ts';

/**
 * Tells whether a droplet opens: `kept` means also without a connection, `away` that it needs a connection
 * and there is none.
 */
export function useReach(droplet: Droplet): 'kept' | 'away' | 'online' {
  const { kept } = useKeepState();
  const online = useOnline();
  const isKept = kept && isOpen(kept) && holds(kept, { kind: 'droplet', id: droplet.id });
  if (isKept && !needsConnection(droplet)) return 'kept';
  return online || kept === undefined ? 'online' : 'away';
}

/** The small button that keeps one droplet on this device, stops the download, or removes it again. */
export function KeepDroplet(props: { droplet: Droplet }) {
  const { data: user } = useQuery(userQuery(useApi()));
  // The server does not know what this device keeps.
  if (!useHydrated() || !canKeep() || !user) return null;
  return <KeepButton {...props} userId={user.id} />;
}

function KeepButton({ droplet, userId }: { droplet: Droplet; userId: number }) {
  const { kept, runs } = useKeepState();
  const online = useOnline();
  if (kept === undefined) return null;
  const { id, title, locked } = droplet;
  const ref: KeptRef = { kind: 'droplet', id };
  const name = `droplet-${id}`;
  const run = runs[name];
  const isOwn = kept?.items.some((item) => isSame(item, ref)) ?? false;
  const isOfWave = !isOwn && kept !== null && holds(kept, ref);
  const isOffered = online && !locked && !needsConnection(droplet);
  // A kept wave contains the droplet already.
  if (isOfWave || (!isOffered && !isOwn)) return null;
  const isRunning = run !== undefined && run.failure === null;
  const press = async () => {
    if (isRunning) return run.stop();
    if (isOwn) return removeItems([ref]);
    const failed = await keep({ name, owner: userId, refs: [{ ...ref, title }] });
    if (failed) toast({ kind: 'bad', ...failureWords(failed, 'This droplet') });
  };
  const label = isRunning
    ? `Stop keeping ${title}`
    : isOwn
      ? `Remove ${title} from this ${deviceName()}`
      : `Keep ${title} on this ${deviceName()}`;
  return (
    <button
      className={classNames('icon-btn', css.keep, isRunning && css.running)}
      type="button"
      aria-label={label}
      onClick={() => void press()}
    >
      {isRunning ? <Icon name="close" /> : isOwn ? <Icon name="trash" /> : <DownloadIcon />}
    </button>
  );
}
