import { BrokenMedia } from '../../player/broken-media.tsx';
import * as css from './broken-lesson.module.css';

interface BrokenLessonProps {
  kind: 'text' | 'exercise';
  onRetry(): void;
}

/** Shows that a lesson failed to load, below the title in its frame. */
export function BrokenLesson(props: BrokenLessonProps) {
  return <BrokenMedia className={css.lesson} {...props} />;
}
