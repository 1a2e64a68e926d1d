import { escapeMarkup } from '../text/markup.ts';
import type { Mail } from './queue.ts';

export interface Letter {
  /** The site's name, which heads the mail. */
  site: string;
  to: string;
  subject: string;
  /** The purpose of the mail, in one sentence. */
  opening: string;
  /** Short lines of two cells, such as numbers with their names. */
  facts?: readonly (readonly [name: string, value: string])[];
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
  const { site, to, subject, opening, facts = [], link, code, closing, expiresAt } = written;
  const spaced = code && `${code.digits.slice(0, 3)} ${code.digits.slice(3)}`;
  const text = [
    opening,
    ...(facts.length > 0 ? [factLines(facts)] : []),
    ...(link ? [link.url] : []),
    ...(code ? [`${code.opening} ${spaced}`] : []),
    closing.join('\n'),
  ].join('\n\n');
  const html = [
    `<p>${escapeMarkup(opening)}</p>`,
    facts.length > 0 ? factTable(facts) : '',
    link
      ? `<p><a href="${escapeMarkup(link.url)}" style="${BUTTON}">${escapeMarkup(link.label)}</a></p>`
      : '',
    code ? `<p>${escapeMarkup(code.opening)}</p>\n<p style="${DIGITS}">${spaced}</p>` : '',
    `<p style="color:#41575d">${closing.map(escapeMarkup).join(' ')}</p>`,
  ];
  const body = html.filter((part) => part !== '').join('\n');
  return { to, subject, text: `${text}\n`, html: page(site, body), ...(expiresAt ? { expiresAt } : {}) };
}

/** Names of the same width, so that the values stand under each other. */
function factLines(facts: NonNullable<Letter['facts']>): string {
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  return facts.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}`).join('\n');
}

const factTable = (facts: NonNullable<Letter['facts']>) =>
  `<table style="width:100%;border-collapse:collapse;margin:0 0 1rem">${facts
    .map(
      ([name, value]) =>
        `<tr><th scope="row" style="${CELL};font-weight:normal;color:#41575d">${escapeMarkup(name)}</th>` +
        `<td style="${CELL}">${escapeMarkup(value)}</td></tr>`,
    )
    .join('\n')}</table>`;

const CELL =
  'padding:0.375rem 1rem 0.375rem 0;border-bottom:1px solid #cfd9d7;' + 'text-align:left;vertical-align:top';
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
