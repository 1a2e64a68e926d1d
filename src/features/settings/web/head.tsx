import { useSite } from '#platform/web/page.ts';
import { useSettings } from './site-settings.ts';

interface HeadProps {
  /** Without the site's name, which is added; the front page bears that name, and its description is added. */
  title: string;
  /** The site's own by default. */
  description?: string;
  /** The path of the page that search engines should know, such as `/oceans/7`. */
  path: string;
  /** A picture for previews, as a path or an address; the site's own by default. */
  image?: string | null;
  /** Pages that are nobody's business but the reader's are kept out of search engines. */
  noIndex?: boolean;
}

/** Title, description and preview tags; React moves them into the document's head. */
export function Head({ title, description: given, path, image, noIndex }: HeadProps) {
  const setting = useSettings();
  const siteTitle = setting('site.title');
  const description = given ?? setting('site.description');
  const { publicUrl } = useSite();
  const full =
    title === siteTitle
      ? `${siteTitle} — ${description}`
      : title.includes(siteTitle)
        ? title
        : `${title} — ${siteTitle}`;
  // Previews cannot draw SVG, so generated covers give way to the site's own picture.
  const preview = image && !image.endsWith('.svg') ? image : '/social-preview.png';
  return (
    <>
      <title>{full}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={publicUrl + path} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteTitle} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={publicUrl + path} />
      <meta property="og:image" content={new URL(preview, publicUrl).href} />
      <meta name="twitter:card" content="summary_large_image" />
      {noIndex ? <meta name="robots" content="noindex" /> : null}
    </>
  );
}
