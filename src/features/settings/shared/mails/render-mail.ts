import { BUTTON, mailPage, SMALL_PRINT } from '#platform/text/mail-page.ts';
import { escapeMarkup } from '#platform/text/markup.ts';
import { type MailText, type MailWord, wordsOf } from './mail-text.ts';
import { type Block, type Inline, parseMail, parseWords } from './parse-mail.ts';

export interface MailContext {
  /** The site's name, in the mail's header. */
  site: string;
  /** The contact address. */
  email: string;
  publicUrl: string;
  /** Values of the mail's own words. An empty value removes its line, if the line has nothing else. */
  values: Readonly<Record<string, string>>;
  /** Label of the button, where it differs from the mail's default. */
  button?: string | undefined;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Renders a mail as text and HTML. Never fails: invalid markup is shown as text. */
export function renderMail(
  mail: MailText,
  written: { subject: string; text: string },
  context: MailContext,
): RenderedMail {
  const render = rendererOf(mail, context);
  const needed = Object.entries(mail.words).filter(
    ([word, { needed: reason }]) => reason !== undefined && !written.text.includes(`{${word}}`),
  );
  // An older program may have saved a text without its link, which would make the mail useless.
  const source = [written.text, ...needed.map(([word]) => `{${word}}`)].join('\n\n');
  const blocks = parseMail(source).flatMap((block) => {
    const lines = block.lines.filter((line) => !render.isEmpty(line));
    return lines.length === 0 ? [] : [{ ...block, lines }];
  });
  const subject = render.oneLine(written.subject) || render.oneLine(mail.subject);
  return {
    subject,
    text: `${blocks.map(render.textOf).join('\n\n')}\n`,
    html: mailPage(
      context.site,
      blocks.map((block, index) => render.htmlOf(block, index > 0 && index === blocks.length - 1)).join('\n'),
    ),
  };
}

const DIGITS = 'font:28px/1.2 Georgia,serif;letter-spacing:0.08em';
const LINK = 'color:#004a57';

function rendererOf(mail: MailText, { site, email, publicUrl, values, button }: MailContext) {
  const words: Readonly<Record<string, MailWord | undefined>> = wordsOf(mail);
  const known: Readonly<Record<string, string>> = { ...values, site, email };
  const wordValue = (word: string) =>
    Object.hasOwn(known, word) && words[word] ? (known[word] as string) : `{${word}}`;
  const isAddress = (word: string) => words[word]?.kind === 'address';
  const hrefOf = (href: string) => {
    const [, word] = /^\{([a-z-]{1,40})\}$/.exec(href) ?? [];
    if (word === undefined) return href.startsWith('/') ? publicUrl + href : href;
    const value = wordValue(word);
    return word === 'email' ? `mailto:${value}` : /^https?:\/\//.test(value) ? value : '';
  };

  const plain = (content: readonly Inline[]): string => content.map(plainOf).join('');
  const plainOf = (part: Inline): string => {
    if (part.is === 'text') return part.text;
    if (part.is === 'word') return wordValue(part.word);
    if (part.is === 'bold') return plain(part.content);
    const href = hrefOf(part.href).replace(/^mailto:/, '');
    return href === '' ? plain(part.content) : `${plain(part.content)} (${href})`;
  };
  const html = (content: readonly Inline[]): string => content.map(htmlPart).join('');
  const htmlPart = (part: Inline): string => {
    if (part.is === 'text') return escapeMarkup(part.text);
    if (part.is === 'bold') return `<strong>${html(part.content)}</strong>`;
    const href = hrefOf(part.is === 'word' ? `{${part.word}}` : part.href);
    if (part.is === 'link') return href === '' ? html(part.content) : anchor(href, html(part.content), LINK);
    const value = escapeMarkup(wordValue(part.word));
    return isAddress(part.word) && href !== '' ? anchor(href, value, LINK) : value;
  };

  /** Returns a block's only link, as address and label. */
  const buttonOf = ({ lines }: Block): { href: string; label: string } | undefined => {
    const [part, ...others] = lines.flat();
    if (part === undefined || others.length > 0) return undefined;
    if (part.is === 'link') return { href: hrefOf(part.href), label: plain(part.content) };
    return part.is === 'word' && part.word !== 'email' && isAddress(part.word)
      ? { href: hrefOf(`{${part.word}}`), label: button ?? mail.button }
      : undefined;
  };

  return {
    /** Fills in a subject's words, in one line. */
    oneLine: (text: string) => plain(parseWords(text)).replace(/\s+/g, ' ').trim(),
    /** Tells whether a line is empty after its words are filled in. */
    isEmpty: (line: readonly Inline[]) =>
      line.every((part) => part.is === 'word' || (part.is === 'text' && part.text.trim() === '')) &&
      plain(line).trim() === '',
    textOf: (block: Block) => {
      const [part, ...others] = block.lines.flat();
      if (part?.is === 'link' && others.length === 0) return `${plain(part.content)}: ${hrefOf(part.href)}`;
      const mark = block.is === 'list' ? '- ' : '';
      return block.lines.map((line) => mark + plain(line).trim()).join('\n');
    },
    htmlOf: (block: Block, isSmallPrint: boolean) => {
      const style = isSmallPrint ? ` style="${SMALL_PRINT}"` : '';
      if (block.is === 'list')
        return `<ul${style}>${block.lines.map((line) => `<li>${html(line)}</li>`).join('')}</ul>`;
      const link = buttonOf(block);
      if (link && /^(https?:|mailto:)/.test(link.href))
        return `<p>${anchor(link.href, escapeMarkup(link.label || link.href), BUTTON)}</p>`;
      const last = block.lines.at(-1)?.at(-1);
      const isCode = last?.is === 'word' && words[last.word]?.kind === 'code';
      const lines = isCode
        ? [...block.lines.slice(0, -1), (block.lines.at(-1) as Inline[]).slice(0, -1)]
        : block.lines;
      const opening = lines.map(html).join(' ').trim();
      const digits = isCode ? `<p style="${DIGITS}">${escapeMarkup(wordValue(last.word))}</p>` : '';
      return [opening === '' ? '' : `<p${style}>${opening}</p>`, digits].filter(Boolean).join('\n');
    },
  };
}

const anchor = (href: string, label: string, style: string) =>
  `<a href="${escapeMarkup(href)}" style="${style}">${label}</a>`;
