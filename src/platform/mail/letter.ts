import { BUTTON, mailPage, SMALL_PRINT } from '../text/mail-page.ts';
import { escapeMarkup } from '../text/markup.ts';
import type { Mail } from './queue.ts';

export interface Letter {
  /** The site's name, in the mail's header. */
  site: string;
  to: string;
  subject: string;
  /** The purpose of the mail, in one sentence. */
  opening: string;
  /** Short rows of two cells, such as names with numbers. */
  facts?: readonly (readonly [name: string, value: string])[];
  link: { label: string; url: string };
  closing: string[];
  /** A link in small print, such as the one that stops the mail. */
  footLink?: { label: string; url: string };
}

/**
 * Composes a mail from the program to administrators, as text and HTML. Mails to readers have editable texts.
 */
export function letter({ site, to, subject, opening, facts = [], link, closing, footLink }: Letter): Mail {
  const text = [
    opening,
    ...(facts.length > 0 ? [factLines(facts)] : []),
    link.url,
    [...closing, ...(footLink ? [`${footLink.label}: ${footLink.url}`] : [])].join('\n'),
  ].join('\n\n');
  const html = [
    `<p>${escapeMarkup(opening)}</p>`,
    ...(facts.length > 0 ? [factTable(facts)] : []),
    `<p><a href="${escapeMarkup(link.url)}" style="${BUTTON}">${escapeMarkup(link.label)}</a></p>`,
    `<p style="${SMALL_PRINT}">${closing.map(escapeMarkup).join(' ')}</p>`,
    ...(footLink
      ? [
          `<p style="${SMALL_PRINT}"><a href="${escapeMarkup(footLink.url)}" style="${SMALL_LINK}">` +
            `${escapeMarkup(footLink.label)}</a></p>`,
        ]
      : []),
  ];
  return { to, subject, text: `${text}\n`, html: mailPage(site, html.join('\n')) };
}

/** Formats names with equal width, so that the values are aligned. */
function factLines(facts: NonNullable<Letter['facts']>): string {
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  return facts.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}`).join('\n');
}

const factTable = (facts: NonNullable<Letter['facts']>) =>
  `<table style="width:100%;border-collapse:collapse;margin:0 0 1rem">${facts
    .map(
      ([name, value]) =>
        `<tr><th scope="row" style="${CELL};font-weight:normal;${SMALL_PRINT}">${escapeMarkup(name)}</th>` +
        `<td style="${CELL}">${escapeMarkup(value)}</td></tr>`,
    )
    .join('\n')}</table>`;

const SMALL_LINK = 'display:inline-block;padding:12px 0;color:#06474f';
const CELL =
  'padding:0.375rem 1rem 0.375rem 0;border-bottom:1px solid #cfd9d7;' + 'text-align:left;vertical-align:top';
