import { useState } from 'react';
import type { ItemType } from '#features/catalogue/contract.ts';
import { ErrorNote } from '#platform/design/error-note.tsx';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { describeLink } from './describe-link.ts';
import { useDebounced } from './use-debounced.ts';

const WAIT = 400;

/** The picture of a link while it is typed, or that there is none. */
export function CoverPreview({ kind, address }: { kind: ItemType; address: string }) {
  const hydrated = useHydrated();
  const still = useDebounced(address.trim(), WAIT);
  const [failed, setFailed] = useState<string | null>(null);
  if (!hydrated || !/^(https?:\/\/|\/(?![/\\]))/i.test(still) || still === '/') return null;
  const link = describeLink(still, location.origin);
  if (link.kind === 'host') return <Warning text={`This is a ${link.text}, not a picture.`} />;
  if (failed === still) return <Warning text="No picture was found at this link." />;
  return (
    <div className={`art ${kind} cover-preview`}>
      <img key={still} src={still} alt="Preview of the cover" onError={() => setFailed(still)} />
    </div>
  );
}

export function Warning({ text }: { text: string }) {
  return <ErrorNote role="status">{text}</ErrorNote>;
}
