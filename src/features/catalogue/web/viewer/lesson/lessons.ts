import { InteractiveLesson } from './interactive-lesson.tsx';
import { TextLesson } from './text-lesson.tsx';

/** Lessons without a player, in one file of the build. */
export const LESSONS = { text: TextLesson, interactive: InteractiveLesson };
