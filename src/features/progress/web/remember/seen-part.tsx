import { AgainSomeDay, type Lesson } from './again-some-day.tsx';
import { type OceanSize, SeenCount, SeenDroplet, SeenOcean, SeenWave, type WaveSize } from './seen-dot.tsx';

/** The marked item: exactly one of these properties. */
export interface SeenProps {
  /** Id of a droplet. */
  droplet?: number;
  wave?: WaveSize;
  /** Shows the number of a wave's seen droplets until all are seen. */
  count?: WaveSize;
  ocean?: OceanSize;
  /** A droplet in the viewer, with the choice to mark it "Again some day". */
  lesson?: Lesson;
}

/** Marks seen content. */
export function Seen({ droplet, wave, count, ocean, lesson }: SeenProps) {
  if (lesson) return <AgainSomeDay key={lesson.id} lesson={lesson} />;
  if (droplet !== undefined) return <SeenDroplet id={droplet} />;
  if (wave) return <SeenWave wave={wave} />;
  if (count) return <SeenCount wave={count} />;
  return ocean ? <SeenOcean ocean={ocean} /> : null;
}
