import type { LessonIds } from '#features/progress/web/remember/recorder.ts';
import { useWave } from './use-item.ts';

/** A droplet's wave and position, for its progress; undefined until the wave is loaded. */
export function useLesson(droplet: { id: number; waveId: number } | undefined): LessonIds | undefined {
  const { data: wave } = useWave(droplet?.waveId);
  if (!droplet || !wave) return undefined;
  return { dropletId: droplet.id, waveId: wave.id, oceanId: wave.oceanId, total: wave.dropletCount };
}
