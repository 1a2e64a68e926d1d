import { PREVIEW } from '#features/sharing/server/preview-picture/picture-address.ts';
import { itemPath } from '#features/sharing/shared/item-address.ts';
import { oneClickHeaders } from '#platform/mail/one-click.ts';
import type { Mail } from '#platform/mail/queue.ts';
import { escapeMarkup } from '#platform/text/markup.ts';
import { shortenAtWord } from '#platform/text/shorten.ts';
import { DAY } from '#platform/text/time-units.ts';
import { stopInOneClick } from '../contract/calls.ts';

interface LetterContent {
  to: string;
  site: string;
  publicUrl: string;
  frequency: 'weekly' | 'monthly';
  droplet: {
    id: number;
    slug: string;
    title: string;
    description: string;
    mediaType: string;
    /** In minutes. */
    duration: number;
  };
  /** Path of the droplet's public picture; null without one. */
  picturePath: string | null;
  /** The owner's line, and the postal address. Both may be empty. */
  line: string;
  address: string;
  /** Token for the links that stop, pause and so on. */
  token: string;
}

/** Maximum length of a description, in characters: a letter has one line about its lesson. */
const MAX_LINE_LENGTH = 240;
/** Time in ms after which an unsent letter is dropped, because the next one follows. */
const LIFETIME = DAY;

const VERBS: Record<string, string> = {
  video: 'Watch',
  audio: 'Listen',
  text: 'Read',
  interactive: 'Try it',
};

/**
 * Composes a letter: one lesson as text and HTML, with the headers for one-click unsubscribing (RFC 8058). It
 * contains no tracking.
 */
export function composeLetter(content: LetterContent): Mail {
  const { to, publicUrl, token, droplet } = content;
  const title = oneLine(droplet.title);
  const link = `${publicUrl}/letter/link#token=${token}`;
  const view: View = {
    ...content,
    title,
    about: shortenAtWord(oneLine(droplet.description), MAX_LINE_LENGTH),
    button: `${VERBS[droplet.mediaType] ?? 'Open'}, ${droplet.duration} min`,
    url: publicUrl + itemPath('droplet', droplet),
    why: `You asked for one lesson a ${content.frequency === 'weekly' ? 'week' : 'month'}.`,
    links: [
      ['Pause 4 weeks', `${link}&do=pause`],
      ...(content.frequency === 'weekly' ? ([['Monthly instead', `${link}&do=monthly`]] as const) : []),
      ['Stop the letters', `${link}&do=stop`],
    ],
  };
  return {
    to,
    subject: `${title}, ${droplet.duration === 1 ? 'one minute' : `${droplet.duration} minutes`}`,
    text: textOf(view),
    html: htmlOf(view),
    isBulk: true,
    expiresAt: Date.now() + LIFETIME,
    headers: oneClickHeaders(`${publicUrl}${stopInOneClick.path}?token=${token}`),
  };
}

interface View extends LetterContent {
  title: string;
  about: string;
  button: string;
  url: string;
  why: string;
  links: readonly (readonly [label: string, url: string])[];
}

const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim();

function textOf({ site, title, about, button, url, line, why, links, address }: View): string {
  const width = Math.max(...links.map(([label]) => label.length)) + 2;
  const foot = [
    '-- ',
    why,
    ...links.map(([label, target]) => `${`${label}:`.padEnd(width)}${target}`),
    ...(address === '' ? [] : [address]),
  ];
  const parts = [site.toLowerCase(), `${title}\n${about}`, `${button}:\n${url}`];
  return `${[...parts, ...(line === '' ? [] : [line]), foot.join('\n')].join('\n\n')}\n`;
}

const INK = '#12282f';
const INK_2 = '#3b4f56';
const TIDE = '#06474f';
const LINE = '#cfd9d7';
const SERIF = "Georgia,'Times New Roman',serif";
const SANS = 'Arial,Helvetica,sans-serif';
/** Width of the column, in pixels. */
const WIDTH = 520;

/**
 * Styles for mail programs that support more than inline styles: dark mode, narrow screens, and Outlook's
 * fonts. Spam filters treat a picture in HTML of less than 3,200 bytes as an image-only advertisement.
 */
const STYLE = `<style>
@media (prefers-color-scheme: dark) {
  .page { background: #02171c !important; }
  .ink { color: #e6efee !important; border-color: #29444a !important; }
  .soft { color: #b4c6c8 !important; border-color: #29444a !important; }
  .link { color: #8fd3d9 !important; }
  .plate { background: #8fd3d9 !important; }
  .plate a { color: #02171c !important; }
}
@media (max-width: 480px) {
  .side { padding: 20px 16px !important; }
  .title { font-size: 26px !important; }
}
</style>
<!--[if mso]><style>td, a { font-family: Arial, sans-serif !important; }</style><![endif]-->`;

/** Builds the HTML from tables and inline styles, because many mail programs support little else. */
function htmlOf({ site, title, about, button, url, line, why, links, address, ...view }: View): string {
  const href = escapeMarkup(url);
  const table = 'role="presentation" cellpadding="0" cellspacing="0"';
  const row = (kind: string, style: string, inner: string) =>
    `<tr><td class="${kind}" style="${style}">${inner}</td></tr>`;
  const actions = links.map(
    ([label, target]) =>
      `<a class="link" href="${escapeMarkup(target)}" ` +
      `style="display:inline-block;padding:12px 18px 12px 0;color:${TIDE}">` +
      `${escapeMarkup(label)}</a>`,
  );
  const rows = [
    row(
      'ink',
      `padding:0 0 6px;border-bottom:1px solid ${LINE};font:26px/1 ${SERIF};color:${INK}`,
      escapeMarkup(site.toLowerCase()),
    ),
    view.picturePath === null
      ? ''
      : row('ink', 'padding:26px 0 0', pictureOf(view.publicUrl, view.picturePath, title, href)),
    row('ink title', `font:30px/1.2 ${SERIF};color:${INK};padding:18px 0 8px`, escapeMarkup(title)),
    row('soft', `color:${INK_2};font:18px/1.55 ${SERIF};padding-bottom:20px`, escapeMarkup(about)),
    row(
      'soft',
      'padding-bottom:28px',
      `<table ${table}><tr><td class="plate" style="background:${TIDE};border-radius:999px">` +
        `<a href="${href}" style="display:inline-block;padding:13px 26px;color:#ffffff;` +
        `font:600 16px/1.2 ${SANS};text-decoration:none">${escapeMarkup(button)}</a></td></tr></table>`,
    ),
    line === ''
      ? ''
      : row(
          'soft',
          `padding:18px 0;border-top:1px solid ${LINE};color:${INK_2};font:italic 16px/1.55 ${SERIF}`,
          escapeMarkup(line),
        ),
    row(
      'soft',
      `padding:18px 0 0;border-top:1px solid ${LINE};color:${INK_2};font:14px/1.6 ${SANS}`,
      `${why}<br>${actions.join('\n')}${address === '' ? '' : `<br>${escapeMarkup(address)}`}`,
    ),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(title)}</title>
${STYLE}
</head>
<body class="page" style="margin:0;background:#f1f5f3">
<table class="page" ${table} width="100%" style="border-collapse:collapse;background:#f1f5f3">
<tr><td class="side" align="center" style="padding:28px 20px">
<table ${table} width="100%" style="max-width:${WIDTH}px;border-collapse:collapse;text-align:left">
${rows.filter((part) => part !== '').join('\n')}
</table>
</td></tr>
</table>
</body></html>
`;
}

/** Returns the picture. With pictures off, its alternative text on a colored ground describes it. */
function pictureOf(publicUrl: string, path: string, title: string, href: string): string {
  const height = Math.round((WIDTH * PREVIEW.height) / PREVIEW.width);
  return (
    `<a href="${href}" style="display:block;color:${TIDE};text-decoration:none">` +
    `<img src="${escapeMarkup(publicUrl + path)}" alt="Cover of ${escapeMarkup(title)}" width="${WIDTH}" ` +
    `height="${height}" style="display:block;width:100%;max-width:${WIDTH}px;height:auto;` +
    `border-radius:10px;background:#d9e8e5;font:18px/1.4 ${SERIF}"></a>`
  );
}
