import type { LessonNode } from '../../../shared/lesson-node.ts';

const ITEM = /^\s*- +/;
const BLANK_LINES = /\r?\n[^\S\n]*(?:\r?\n[^\S\n]*)+/;

/**
 * Splits a plain text file into paragraphs and lists: blank lines separate paragraphs, and lines that begin
 * with '- ' make a list.
 */
export function parseLesson(text: string): LessonNode[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(BLANK_LINES)
    .flatMap((part) => parsePart(part.split(/\r?\n/)));
}

type Element = ['p' | 'ul' | 'li', null, ...LessonNode[]];

function parsePart(lines: string[]): LessonNode[] {
  const blocks: Element[] = [];
  for (const line of lines) {
    const words = line.replace(ITEM, '').trim();
    if (words === '') continue;
    const last = blocks.at(-1);
    if (ITEM.test(line)) {
      const item: Element = ['li', null, words];
      if (last?.[0] === 'ul') last.push(item);
      else blocks.push(['ul', null, item]);
    } else if (last?.[0] === 'p') last[2] += ` ${words}`;
    // An indented line continues the item above it.
    else if (last && /^\s/.test(line)) (last.at(-1) as Element)[2] += ` ${words}`;
    else blocks.push(['p', null, words]);
  }
  return blocks;
}
