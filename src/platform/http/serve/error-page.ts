/** The page's style. The content security policies allow it by its hash. */
export const ERROR_STYLE =
  'body{font:18px/1.6 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.25rem}' +
  'h1{font-weight:400}';

const TEXTS: Record<number, [title: string, text: string]> = {
  404: ['404 Page Not Found', 'This page does not exist or has moved.'],
  410: ['This link has ended', 'Ask who sent it to you for a new one.'],
  503: ['The site is not available right now', 'Please try again in a minute.'],
};

/** Returns a page that needs no rendering and no other file. `failure`: the sentence for a 500. */
export function errorPage(status: number, failure: string): string {
  const [title, text] = TEXTS[status] ?? [
    'Something went wrong',
    status < 500 ? 'This page could not be shown. Please go back and try again.' : failure,
  ];
  const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';
  return [
    `<!doctype html><html lang="en"><meta charset="utf-8">${viewport}<title>${title}</title>`,
    `<style>${ERROR_STYLE}</style><body><h1>${title}</h1><p>${text}</p>`,
    '<p><a href="">Try Again</a> · <a href="/">Back to home</a></p></body></html>',
  ].join('');
}
