import { useEffect, useState } from 'react';
import { useRecorder } from '#features/progress/web/remember/use-recorder.ts';
import type { Droplet } from '../../../contract/schemas.ts';
import { useLesson } from '../../items/use-lesson.ts';

/**
 * A reading, picture or exercise has no end that a program could see. It counts as played through when it has
 * been on the screen for this share of its length.
 */
const SHARE = 0.5;

/** Remembers how long a lesson without a player was on the screen. Shows nothing. */
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
  });
  return null;
}
