import { useEffect, useState } from 'react';
import { useRecorder } from '#features/progress/web/remember/use-recorder.ts';
import type { Droplet } from '../../../contract/schemas.ts';
import { useLesson } from '../../items/use-lesson.ts';

/**
 * Share of a lesson's length that it must be on the screen to count as seen. A reading, picture or exercise
 * has no end that a program could detect.
 */
const SHARE = 0.5;

/** Records how long a lesson without a player was on the screen. Shows nothing. */
export function ReadTime({ droplet }: { droplet: Droplet }) {
  const isOpen = !droplet.locked && Boolean(droplet.mediaUrl);
  const [time, setTime] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setTime((seconds) => seconds + 1);
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  const lesson = useLesson(droplet);
  useRecorder(isOpen ? lesson : undefined, {
    phase: 'playing',
    time,
    duration: droplet.duration * 60 * SHARE,
    speed: 1,
    waiting: false,
  });
  return null;
}
