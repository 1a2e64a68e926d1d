import { hostPage, type VideoLink } from '../video-link.ts';

const NAMES = { youtube: 'YouTube', vimeo: 'Vimeo' };

/** Links to the video host's page of a film, because the host may refuse to play it on other sites. */
export function HostLink({ link }: { link: VideoLink & { kind: 'embed' } }) {
  return (
    <a href={hostPage(link)} target="_blank" rel="noopener">
      Watch on {NAMES[link.host]}
      <span className="sr"> (opens in a new tab)</span>
    </a>
  );
}
