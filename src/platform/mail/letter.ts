import { escapeMarkup } from '../text/markup.ts';
import type { Mail } from './queue.ts';

export interface Letter {
  /** The site's name, which heads the mail. */
  site: string;
  to: string;
  subject: string;
  /** The purpose of the mail, in one sentence. */
  opening: string;
  link?: { label: string; url: string };
  /** The sentence before the code, and its six digits. */
  code?: { opening: string; digits: string };
  closing: string[];
  /** Epoch ms at which link and code end. */
  expiresAt?: number;
}

/**
 * Composes a mail as text and HTML. It never contains names that members chose: it may reach a stranger's
 * mailbox.
 */
export function letter(written: Letter): Mail {
  const { site, to, subject, opening, link, code, closing, expiresAt } = written;
  const spaced = code && `${code.digits.slice(0, 3)} ${code.digits.slice(3)}`;
  const text = [
    opening,
    ...(link ? [link.url] : []),
    ...(code ? [`${code.opening} ${spaced}`] : []),
    closing.join('\n'),
  ].join('\n\n');
  const html = [
    `<p>${escapeMarkup(opening)}</p>`,
    link
      ? `<p><a href="${escapeMarkup(link.url)}" style="${BUTTON}">${escapeMarkup(link.label)}</a></p>`
      : '',
    code ? `<p>${escapeMarkup(code.opening)}</p>\n<p style="${DIGITS}">${spaced}</p>` : '',
    `<p style="color:#41575d">${closing.map(escapeMarkup).join(' ')}</p>`,
  ];
  const body = html.filter((part) => part !== '').join('\n');
  return { to, subject, text: `${text}\n`, html: page(site, body), ...(expiresAt ? { expiresAt } : {}) };
}

const BUTTON =
  'display:inline-block;background:#004a57;color:#fff;text-decoration:none;' +
  'border-radius:999px;padding:0.75rem 1.5rem';
const DIGITS = 'font:28px/1.2 Georgia,serif;letter-spacing:0.08em';

const page = (site: string, body: string) => `<!doctype html>
<html lang="en"><body style="margin:0;background:#f1f5f4;color:#0f2a31;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:30rem;margin:0 auto;padding:2.5rem 1.25rem">
<p style="font:28px/1.2 Georgia,serif;margin:0 0 1.5rem">${escapeMarkup(site.toLowerCase())}</p>
${body}
</div></body></html>
`;
