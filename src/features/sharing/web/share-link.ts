import { toast } from '#platform/design/toast/toast.tsx';

interface SharedLink {
  title: string;
  url: string;
}

/** Opens the system's sharing. Without one, it copies the link and says so. Returns whether that worked. */
export async function shareLink(link: SharedLink): Promise<boolean> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(link);
      return true;
    } catch (error) {
      // Closing the system's sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return false;
    }
  }
  try {
    await navigator.clipboard.writeText(link.url);
    toast({ title: 'Link copied', icon: 'check' });
    return true;
  } catch {
    // A site without https has no clipboard, and a person may have forbidden it.
    toast({ title: 'The link could not be copied', description: link.url, kind: 'bad' });
    return false;
  }
}
