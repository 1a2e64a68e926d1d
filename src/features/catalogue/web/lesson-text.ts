/** One block of a text lesson. */
export type LessonBlock = { kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] };

const ITEM = /^\s*- +/;

/** Plain text as it is written: blank lines part the paragraphs, lines that begin with '- ' are a list. */
export function parseLesson(text: string): LessonBlock[] {
  const blocks: LessonBlock[] = [];
  for (const part of text.replace(/^\uFEFF/, '').split(/\r?\n[^\S\n]*(?:\r?\n[^\S\n]*)+/)) {
    let open: LessonBlock | undefined;
    for (const line of part.split(/\r?\n/)) {
      const words = line.replace(ITEM, '').trim();
      if (words === '') continue;
      if (ITEM.test(line)) {
        if (open?.kind === 'list') open.items.push(words);
        else blocks.push((open = { kind: 'list', items: [words] }));
      } else if (open?.kind === 'paragraph') open.text += ` ${words}`;
      // An indented line goes on with the item above it.
      else if (open?.kind === 'list' && /^\s/.test(line)) open.items.push(`${open.items.pop()} ${words}`);
      else blocks.push((open = { kind: 'paragraph', text: words }));
    }
  }
  return blocks;
}
