/*
 * The markup of texts that administrators write: paragraphs, headings, lists and links. There is no HTML;
 * everything else is text.
 *
 * ## Heading
 * ### Smaller heading
 * - a list item
 * - **Term**: what it means (a list of terms, if all of its items are so)
 * **bold**   `code`   [text](/page)   {title}   {email}   {price}   {period}
 */

export type Inline =
  | { is: 'text' | 'bold' | 'code'; text: string }
  | { is: 'link'; text: string; href: string };

export type Block =
  | { is: 'heading'; smaller: boolean; content: Inline[] }
  | { is: 'paragraph'; content: Inline[] }
  | { is: 'list'; items: Inline[][] }
  | { is: 'terms'; items: { term: string; content: Inline[] }[] };

/** Values of the placeholders. */
export interface RichTextNames {
  title: string;
  email: string;
  /** `$20.00 USD per month`. */
  price: string;
  /** Interval of payments: `month`. */
  period: string;
}

/** Parses a text into blocks. Never fails. Lengths within a line are limited, so that the time is linear. */
export function parseRichText(text: string, names: RichTextNames): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let list: string[] = [];
  const finish = () => {
    if (paragraph.length > 0)
      blocks.push({ is: 'paragraph', content: parseInline(paragraph.join(' '), names) });
    if (list.length > 0) blocks.push(listOf(list, names));
    paragraph = [];
    list = [];
  };
  for (const line of text.split('\n').map((each) => each.trim())) {
    const heading = /^(##|###) (.*)$/.exec(line);
    if (line === '' || heading) finish();
    if (heading)
      blocks.push({
        is: 'heading',
        smaller: heading[1] === '###',
        content: parseInline(heading[2] ?? '', names),
      });
    else if (line.startsWith('- ')) {
      if (paragraph.length > 0) finish();
      list.push(line.slice(2));
    } else if (line !== '' && list.length > 0) list.push(`${list.pop()} ${line}`);
    else if (line !== '') paragraph.push(line);
  }
  finish();
  return blocks;
}

const TERM = /^\*\*([^*]{1,200})\*\*:? (.*)$/;

function listOf(items: readonly string[], names: RichTextNames): Block {
  const terms = items.map((item) => TERM.exec(item));
  if (terms.every((term) => term !== null))
    return {
      is: 'terms',
      items: terms.map((term) => ({
        term: filled(term?.[1] ?? '', names),
        content: parseInline(term?.[2] ?? '', names),
      })),
    };
  return { is: 'list', items: items.map((item) => parseInline(item, names)) };
}

const MARKUP =
  /\*\*([^*]{1,500})\*\*|`([^`]{1,200})`|\[([^[\]]{1,500})\]\(([^()\s]{1,1000})\)|\{([a-z]{5,6})\}/g;

/** Parses the markup within a line. */
function parseInline(text: string, names: RichTextNames): Inline[] {
  const content: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(MARKUP)) {
    if (match.index > from) content.push({ is: 'text', text: text.slice(from, match.index) });
    content.push(inlineOf(match, names));
    from = match.index + match[0].length;
  }
  if (from < text.length) content.push({ is: 'text', text: text.slice(from) });
  return content;
}

function inlineOf([whole, bold, code, linked, href, name]: RegExpMatchArray, names: RichTextNames): Inline {
  if (bold !== undefined) return { is: 'bold', text: filled(bold, names) };
  if (code !== undefined) return { is: 'code', text: code };
  if (linked !== undefined && href !== undefined) {
    const link = { is: 'link', text: filled(linked, names), href: filled(href, names) } as const;
    return isSafeHref(link.href) ? link : { is: 'text', text: whole };
  }
  if (name === 'email') return { is: 'link', text: names.email, href: `mailto:${names.email}` };
  return { is: 'text', text: filled(whole, names) };
}

/** Replaces the placeholders in a text. */
const filled = (text: string, names: RichTextNames): string =>
  text.replace(/\{([a-z]{5,6})\}/g, (whole, name: keyof RichTextNames) => names[name] ?? whole);

/** Tells whether a link's target is allowed: this site, other sites, and mailboxes, but never a script. */
export const isSafeHref = (href: string): boolean =>
  /^(https?:\/\/[^\s\\]|mailto:[^\s]|\/(?![/\\])|\/$|#)/.test(href);

/** Returns the text without markup, for descriptions. */
export const plainText = (text: string, names: RichTextNames): string =>
  parseInline(text, names)
    .map((part) => part.text)
    .join('');
