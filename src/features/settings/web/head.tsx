import { useSite } from '#platform/web/page.ts';
import { useSettings } from './site-settings.ts';

interface HeadProps {
  /**
   * The page's title, without the site's name, which is appended. Absent on the front page, which shows the
   * site's name and description.
   */
  title: string;
  /** Default: the site's description. */
  description?: string;
  /** Canonical path, such as `/oceans/7`. */
  path: string;
  /** The page is about an item. The server writes its preview tags (sharing/server/head-metadata.ts). */
  ofItem?: boolean;
  /** Excludes a personal page from search engines. */
  noIndex?: boolean;
}

/** The site's default picture for link previews. */
const PREVIEW = '/social-preview.png';

/**
 * Renders title, description and canonical link, which React hoists into `<head>`. Preview tags are for
 * crawlers, which read the server's HTML, so the browser's build omits their code.
 */
export function Head({ title, description: given, path, ofItem, noIndex }: HeadProps) {
  const setting = useSettings();
  const siteTitle = setting('site.title');
  const description = given ?? setting('site.description');
  const { publicUrl } = useSite();
  const previewed = import.meta.env.SSR && !ofItem && setting('site.sharing') !== 'off';
  const full =
    title === siteTitle
      ? `${siteTitle} — ${description}`
      : title.includes(siteTitle)
        ? title
        : `${title} — ${siteTitle}`;
  return (
    <>
      <title>{full}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={publicUrl + path} />
      {previewed ? (
        <>
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={siteTitle} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={publicUrl + path} />
          <meta property="og:image" content={publicUrl + PREVIEW} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      ) : null}
      {noIndex ? <meta name="robots" content="noindex" /> : null}
    </>
  );
}
