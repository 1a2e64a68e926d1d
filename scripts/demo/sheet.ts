/** The portrait sheet of image lessons, and its letters. */
export const SERIF = "Literata, Georgia, 'Times New Roman', serif";
export const SANS = "'Hanken Grotesk', 'Segoe UI', Helvetica, Arial, system-ui, sans-serif";
const W = 900;
const H = 1600;
/** The smallest letters, in units of the sheet: on a phone, where it is a third as wide, they can be read. */
export const SMALL = 36;

/** Lines of text, one below the other. */
export function words(
  x: number,
  y: number,
  lines: string[],
  size: number,
  fill: string,
  opts: { anchor?: string; serif?: boolean; lead?: number; weight?: number } = {},
): string {
  const escaped = (line: string) => line.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const spans = lines
    .map((l, i) => `<tspan x="${x}" dy="${i ? size * (opts.lead ?? 1.4) : 0}">${escaped(l)}</tspan>`)
    .join('');
  return (
    `<text x="${x}" y="${y}" font-family="${opts.serif ? SERIF : SANS}" font-size="${size}" ` +
    `font-weight="${opts.weight ?? 400}" fill="${fill}" ` +
    `text-anchor="${opts.anchor ?? 'start'}">${spans}</text>`
  );
}

/** A portrait sheet with a title standing on a line and a vertical wash behind everything. */
export function sheet(
  title: string,
  lead: string[],
  top: string,
  mid: string,
  foot: string,
  ink: string,
  body: string,
): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}" ` +
    `role="img" aria-label="${title}"><defs><linearGradient id="w" x1="0" y1="0" x2="0" y2="1"><stop ` +
    `offset="0" stop-color="${top}"/><stop offset=".55" stop-color="${mid}"/><stop offset="1" ` +
    `stop-color="${foot}"/></linearGradient></defs><rect width="${W}" height="${H}" ` +
    `fill="url(#w)"/>${words(70, 150, [title], 56, ink, { serif: true })}<path d="M70 182H830" ` +
    `stroke="${ink}" stroke-width="2" opacity=".45"/>${words(70, 234, lead, SMALL, ink)}${body}</svg>\n`
  );
}
