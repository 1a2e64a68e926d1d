import { useState } from 'react';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { CoverFrame } from '#features/catalogue/web/covers/cover-frame.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { useSite } from '#platform/web/page.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { describeLink } from './describe-link.ts';
import * as css from './item-editor.module.css';
import { useStillAddress } from './use-still-address.ts';

/**
 * Previews a picture address during typing, or warns that there is no picture. Its frame has a fixed size,
 * because controls below must not move under a finger.
 */
export function CoverPreview({ kind, address }: { kind: ItemType; address: string }) {
  const { publicUrl } = useSite();
  const hydrated = useHydrated();
  const still = useStillAddress(address);
  const [failed, setFailed] = useState<string | null>(null);
  if (!/^(https?:\/\/|\/(?![/\\]))/i.test(still) || still === '/') return null;
  const link = describeLink(still, new URL(publicUrl).origin);
  if (link.kind === 'host') return <Warning text={`This is a ${link.text}, not an image.`} />;
  if (failed === still) return <Warning text="There is no image at this link." />;
  return (
    <CoverFrame kind={kind} className={kind === 'droplet' ? css.tallCoverPreview : css.coverPreview}>
      {/* Before hydration no listener detects a missing picture. */}
      {hydrated ? <img key={still} src={still} alt="Cover preview" onError={() => setFailed(still)} /> : null}
    </CoverFrame>
  );
}

export function Warning({ text }: { text: string }) {
  return <ErrorNote role="status">{text}</ErrorNote>;
}
