/*
 * The markup of mails: paragraphs between empty lines, `- ` lists, `**bold**`, `[text](address)`, and words
 * in braces. A link or an address word alone in its paragraph is a button. Everything else is text.
 */

export type Inline =
  | { is: 'text'; text: string }
  | { is: 'word'; word: string }
  | { is: 'bold'; content: Inline[] }
  /** `href`: an address, or a word in braces. */
  | { is: 'link'; content: Inline[]; href: string };

export interface Block {
  is: 'paragraph' | 'list';
  /** The lines as typed, for plain text. */
  lines: Inline[][];
}

/** Parses a text into blocks. Never fails, in time proportional to the length. */
export function parseMail(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const line of text.replaceAll('\r', '').split('\n')) {
    const words = line.trim();
    if (words === '') {
      open = undefined;
      continue;
    }
    const is = words.startsWith('- ') ? 'list' : 'paragraph';
    if (open?.is !== is) {
      open = { is, lines: [] };
      blocks.push(open);
    }
    open.lines.push(parseLine(is === 'list' ? words.slice(2) : words));
  }
  return blocks;
}

const MARKUP = /\*\*([^*\n]{1,500})\*\*|\[([^[\]\n]{1,200})\]\(([^()\s]{1,1000})\)|\{([a-z][a-z-]{0,39})\}/g;
const WORD = /\{([a-z][a-z-]{0,39})\}/g;

/** Parses the markup within a line. */
function parseLine(line: string): Inline[] {
  return split(line, MARKUP, ([whole, bold, label, href, word]) => {
    if (bold !== undefined) return { is: 'bold', content: parseWords(bold) };
    if (word !== undefined) return { is: 'word', word };
    return isMailHref(href ?? '')
      ? { is: 'link', content: parseWords(label ?? ''), href: href ?? '' }
      : { is: 'text', text: whole };
  });
}

/** Parses the words in braces; the rest is text. */
export const parseWords = (text: string): Inline[] =>
  split(text, WORD, ([, word = '']) => ({ is: 'word', word }));

function split(text: string, pattern: RegExp, partOf: (match: RegExpMatchArray) => Inline): Inline[] {
  const content: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) content.push({ is: 'text', text: text.slice(from, match.index) });
    content.push(partOf(match));
    from = match.index + match[0].length;
  }
  if (from < text.length) content.push({ is: 'text', text: text.slice(from) });
  return content;
}

/**
 * Tells whether a link's target is allowed: a word's address, a web page, a page of this site, or a mailbox,
 * but never a script.
 */
export const isMailHref = (href: string): boolean =>
  /^(\{[a-z-]{1,40}\}$|https?:\/\/[^\s\\]|mailto:[^\s]|\/(?![/\\]))/.test(href);
