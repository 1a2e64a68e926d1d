import { useSettings } from '#features/settings/web/site-settings.ts';
import { classNames } from '#platform/design/class-names.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { lazyModule } from '#platform/web/lazy-module.ts';
import { useSite } from '#platform/web/page.ts';
import { itemPath, type SharedKind } from '../shared/item-address.ts';

const loadShare = lazyModule(() => import('./share-link.ts'));

interface ShareButtonProps {
  kind: SharedKind;
  item: { id: number; slug: string; title: string; isPublished: boolean };
  className?: string | undefined;
}

/** The button that shares an item's link. Absent for drafts, and while sharing is off. */
export function ShareButton({ kind, item, className }: ShareButtonProps) {
  const { publicUrl } = useSite();
  const isOff = useSettings()('site.sharing') === 'off';
  if (isOff || !item.isPublished) return null;
  const share = () => {
    const shareItem = ({ shareLink }: typeof import('./share-link.ts')) =>
      shareLink(kind, item, publicUrl + itemPath(kind, item));
    const loaded = loadShare.loaded();
    // Within the press when the code is loaded, because browsers allow scripts to share and copy only during
    // a press.
    if (loaded) void shareItem(loaded);
    else loadShare().then(shareItem, () => toast({ title: 'The link could not be shared', kind: 'bad' }));
  };
  return (
    <button
      type="button"
      className={classNames('btn line', className)}
      onPointerEnter={loadShare.preload}
      onFocus={loadShare.preload}
      onClick={share}
    >
      {/* An icon of its own, because every first view loads the shared icons. */}
      <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 14.5V4M8 7.8 12 4l4 3.8M6.5 11.5v8h11v-8" />
      </svg>
      Share
    </button>
  );
}
