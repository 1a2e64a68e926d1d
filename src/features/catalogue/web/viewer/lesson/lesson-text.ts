/** A paragraph or list of a text lesson. */
export type LessonBlock = { kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] };

const ITEM = /^\s*- +/;
const BLANK_LINES = /\r?\n[^\S\n]*(?:\r?\n[^\S\n]*)+/;

/**
 * Splits plain text into blocks: blank lines separate paragraphs, and lines that begin with '- ' make a
 * list.
 */
export function parseLesson(text: string): LessonBlock[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(BLANK_LINES)
    .flatMap((part) => parsePart(part.split(/\r?\n/)));
}

function parsePart(lines: string[]): LessonBlock[] {
  const blocks: LessonBlock[] = [];
  for (const line of lines) {
    const words = line.replace(ITEM, '').trim();
    if (words === '') continue;
    const last = blocks.at(-1);
    if (ITEM.test(line)) {
      if (last?.kind === 'list') last.items.push(words);
      else blocks.push({ kind: 'list', items: [words] });
    } else if (last?.kind === 'paragraph') last.text += ` ${words}`;
    // An indented line continues the item above it.
    else if (last?.kind === 'list' && /^\s/.test(line)) last.items.push(`${last.items.pop()} ${words}`);
    else blocks.push({ kind: 'paragraph', text: words });
  }
  return blocks;
}
