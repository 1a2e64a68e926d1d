import { escapeMarkup } from '#platform/text/markup.ts';
import { isOpen, type Kept, type KeptLesson, lessonsOf } from '../store/kept.ts';

/*
 * The page shown instead of unreachable pages. It uses none of the site's scripts, which may be missing too.
 */

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

interface OfflineWords {
  title: string;
  text: string;
  /** HTML of the list of kept lessons, or empty. */
  list: string;
}

/** Returns the texts of the offline page for a reader with these kept items. */
export function offlineWords(kept: Kept | null, now = Date.now()): OfflineWords {
  if (!kept)
    return {
      title: 'No connection right now',
      text: 'You are offline. This page opens by itself when you are online again.',
      list: '',
    };
  if (!isOpen(kept, now))
    return {
      title: 'Connect once to go on',
      text: 'Kept lessons open for 7 days. Connect for a moment and they open again. Nothing is lost.',
      list: '',
    };
  const lessons = lessonsOf(kept);
  const count = NUMBERS[lessons.length] ?? String(lessons.length);
  const are = lessons.length === 1 ? 'lesson is' : 'lessons are';
  return {
    title: 'You are offline',
    text: `${count} ${are} on this device. The rest comes back with the connection.`,
    list: `<ul>${lessons.map(cardOf).join('')}</ul>`,
  };
}

const cardOf = ({ id, title, cover }: KeptLesson) =>
  `<li><a href="/droplets/${id}"><img src="${escapeMarkup(cover)}" alt="" width="900" height="1600">` +
  `${escapeMarkup(title)}</a></li>`;
