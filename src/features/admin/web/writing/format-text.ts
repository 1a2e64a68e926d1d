import { countWords } from '#features/catalogue/shared/reading-time.ts';

/** A text with its selection, as character offsets. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

/** Characters that replace a range, and the selection afterwards. */
export interface Insertion {
  from: number;
  to: number;
  insert: string;
  start: number;
  end: number;
}

export type Format = 'heading' | 'bold' | 'italic' | 'quote' | 'list' | 'link';

const MARKS = { bold: '**', italic: '*' } as const;
const BEGINNINGS = { heading: '## ', quote: '> ', list: '- ' } as const;
const WORDS = 'words';

/** Returns the change of a format button. A second press removes the format. */
export function formatText(format: Format, selected: Selected): Insertion {
  if (format === 'link') return insertLink(selected);
  if (format === 'bold' || format === 'italic') return wrap(selected, MARKS[format]);
  return beginLines(selected, BEGINNINGS[format]);
}

function wrap({ text, start, end }: Selected, mark: string): Insertion {
  const { length } = mark;
  const isMarked =
    text.slice(start - length, start) === mark &&
    text.slice(end, end + length) === mark &&
    // A star that is part of two is not italic.
    (length > 1 || text.slice(start - 2, start) !== '**');
  const chosen = text.slice(start, end);
  if (isMarked) {
    const from = start - length;
    return { from, to: end + length, insert: chosen, start: from, end: from + chosen.length };
  }
  const words = chosen || WORDS;
  return {
    from: start,
    to: end,
    insert: mark + words + mark,
    start: start + length,
    end: start + length + words.length,
  };
}

function beginLines({ text, start, end }: Selected, beginning: string): Insertion {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const all = lines.every((line) => line.startsWith(beginning));
  const changed = lines.map((line) => (all ? line.slice(beginning.length) : beginning + line));
  const insert = changed.join('\n');
  // Without a selection the cursor keeps its offset in the line's text.
  const isCursor = start === end;
  return {
    from,
    to,
    insert,
    start: isCursor ? from + insert.length : from,
    end: from + insert.length,
  };
}

function insertLink({ text, start, end }: Selected): Insertion {
  const words = text.slice(start, end) || WORDS;
  const address = 'https://';
  const insert = `[${words}](${address})`;
  const at = start + words.length + 3;
  return { from: start, to: end, insert, start: at, end: at + address.length };
}

/** Inserts a picture at the cursor. Its description is selected, to be replaced. */
export function insertPicture({ text, start, end }: Selected, address: string): Insertion {
  const words =
    text
      .slice(start, end)
      .replace(/[[\]\n]/g, ' ')
      .trim() || 'What the picture shows';
  return {
    from: start,
    to: end,
    insert: `![${words}](${address})`,
    start: start + 2,
    end: start + 2 + words.length,
  };
}

/** Counts the words of a text, without addresses of links and pictures. */
export const countSourceWords = (source: string): number =>
  countWords(source.replace(/\]\([^()\s]{0,2000}\)/g, ']'));
