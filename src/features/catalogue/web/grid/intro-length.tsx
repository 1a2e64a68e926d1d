import { useEffect, useState } from 'react';
import { isSpare, whenIdle } from '#platform/web/ahead.ts';
import { useSite } from '#platform/web/page.ts';
import { formatDuration } from '../items/duration.ts';
import { isSiteUrl } from '../items/site-url.ts';

interface IntroLengthProps {
  kind: 'video' | 'audio';
  url: string;
  className?: string;
}

/**
 * Shows the length of an item's own film or sound, once its metadata has loaded. Other hosts get no request
 * before the press on Play.
 */
export function IntroLength({ kind, url, className }: IntroLengthProps) {
  const { publicUrl } = useSite();
  const [seconds, setSeconds] = useState(0);
  const local = isSiteUrl(url, publicUrl);
  useEffect(() => {
    if (!local || !isSpare()) return undefined;
    return whenIdle(() => {
      const medium = document.createElement(kind);
      medium.preload = 'metadata';
      medium.onloadedmetadata = () => setSeconds(medium.duration);
      medium.src = url;
    });
  }, [local, kind, url]);
  return seconds > 0 ? <span className={className}>{formatDuration(seconds / 60)}</span> : null;
}
