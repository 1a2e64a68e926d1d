import { escapeMarkup } from './markup.ts';

/** Style of a link that is a button. */
export const BUTTON =
  'display:inline-block;background:#004a57;color:#fff;text-decoration:none;' +
  'border-radius:999px;padding:0.75rem 1.5rem';
/** Style of a secondary paragraph. */
export const SMALL_PRINT = 'color:#41575d';

/** Returns the document of a mail. `body`: its paragraphs, as HTML. */
export const mailPage = (site: string, body: string) => `<!doctype html>
<html lang="en"><body style="margin:0;background:#f1f5f4;color:#0f2a31;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:30rem;margin:0 auto;padding:2.5rem 1.25rem">
<p style="font:28px/1.2 Georgia,serif;margin:0 0 1.5rem">${escapeMarkup(site.toLowerCase())}</p>
${body}
</div></body></html>
`;
