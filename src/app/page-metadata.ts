/** Writes the tags for link previews and search engines at a page's address. */
export type HeadMetadata = (url: string) => Promise<string>;

/**
 * Adds the tags for link previews to a page's HTML. They hold only what every stranger may see, so they are
 * the same for all readers.
 */
export async function addMetadata(
  headMetadata: HeadMetadata,
  url: string,
  { status, html }: { status: number; html: string },
): Promise<string> {
  if (status !== 200) return html;
  const metadata = await headMetadata(url);
  // React skips unknown elements in the head when it hydrates.
  return html.replace('</head>', () => `${metadata}</head>`);
}
