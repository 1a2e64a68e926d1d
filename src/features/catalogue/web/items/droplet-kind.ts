import type { Droplet } from '../../contract/schemas.ts';
import { formatDuration } from './duration.ts';

/** Names of the kinds other than film. */
const KINDS: Partial<Record<Droplet['mediaType'], string>> = {
  audio: 'Listening',
  text: 'Reading',
  image: 'Picture',
  interactive: 'Exercise',
};

/** Says what a droplet is and how long it takes: 'Reading · 1 min'. A film shows its length only. */
export function describeKind({ mediaType, duration }: Pick<Droplet, 'mediaType' | 'duration'>): string {
  const kind = KINDS[mediaType];
  return kind === undefined ? formatDuration(duration) : `${kind} · ${formatDuration(duration)}`;
}
