import type { Droplet } from '../../../contract/schemas.ts';
import { requestPlay } from '../../player/play-request.ts';
import { startAt } from '../../player/start-time.ts';

/** Makes a film or sound play from a given second as soon as it shows. Locked droplets have no medium. */
export function askToPlay(
  { mediaUrl, mediaType }: Pick<Droplet, 'mediaUrl' | 'mediaType'>,
  seconds = 0,
): void {
  if (mediaUrl && (mediaType === 'video' || mediaType === 'audio')) {
    startAt(mediaUrl, seconds);
    requestPlay(mediaUrl);
  }
}
