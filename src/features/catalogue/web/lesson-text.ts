/** One block of a text lesson. */
export type LessonBlock = { kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] };

const ITEM = /^\s*- +/;
const BLANK_LINES = /\r?\n[^\S\n]*(?:\r?\n[^\S\n]*)+/;

/** Plain text as it is written: blank lines part the paragraphs, lines that begin with '- ' are a list. */
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
    const open = blocks.at(-1);
    if (ITEM.test(line)) {
      if (open?.kind === 'list') open.items.push(words);
      else blocks.push({ kind: 'list', items: [words] });
    } else if (open?.kind === 'paragraph') open.text += ` ${words}`;
    // An indented line goes on with the item above it.
    else if (open?.kind === 'list' && /^\s/.test(line)) open.items.push(`${open.items.pop()} ${words}`);
    else blocks.push({ kind: 'paragraph', text: words });
  }
  return blocks;
}
