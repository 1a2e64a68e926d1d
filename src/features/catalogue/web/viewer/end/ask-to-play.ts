import type { Droplet } from '../../../contract/schemas.ts';
import { requestPlay } from '../../player/play-request.ts';
import { startAt } from '../../player/start-time.ts';

/** Lets a film or sound play as soon as it shows, from a second on. Locked droplets have no medium. */
export function askToPlay(
  { mediaUrl, mediaType }: Pick<Droplet, 'mediaUrl' | 'mediaType'>,
  seconds = 0,
): void {
  if (mediaUrl && (mediaType === 'video' || mediaType === 'audio')) {
    startAt(mediaUrl, seconds);
    requestPlay(mediaUrl);
  }
}
