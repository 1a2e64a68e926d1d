import { countUse } from '#features/analytics/web/count-use.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import type { SharedKind } from '../shared/item-address.ts';

interface SharedItem {
  id: number;
  title: string;
}

/** Opens the system's share sheet. Without one, copies the link and shows a message. Counts the share. */
export async function shareLink(kind: SharedKind, { id, title }: SharedItem, url: string): Promise<void> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url });
      countUse('shared', kind, id);
      return;
    } catch (error) {
      // The reader closed the system's sheet, or pressed again while it was open.
      if (error instanceof DOMException && /^(AbortError|InvalidStateError)$/.test(error.name)) return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    countUse('shared', kind, id);
    toast({ title: 'Link copied', icon: 'check' });
  } catch {
    // A site without https has no clipboard, and a person may have denied access.
    toast({ title: 'The link could not be copied', description: url, kind: 'bad' });
  }
}
