import type { ReactNode } from 'react';
import { ENTERED_SCRIPT } from '#platform/web/entered.ts';

/** What the browser needs to take over a rendered page; travels in the page as JSON. */
export interface PageState {
  publicUrl: string;
  today: string;
  enteredByCookie: boolean;
  /** Somebody was signed in when the page was asked for; the query cache may not say who. */
  signedIn: boolean;
  assets: Assets;
  /** The query cache, dehydrated. */
  queries: unknown;
}

/** Addresses of the files that a page needs. */
export interface Assets {
  entry: string;
  styles: string[];
  /** Scripts to fetch along with the entry. */
  scripts: string[];
  /** The faces of the design, in the letters that our texts need. */
  fonts: string[];
  /** Development only: what the bundler's hot reload wants at the top of the page. */
  devScript?: string;
}

export const STATE_ELEMENT = 'state';

interface DocumentProps {
  assets: Assets;
  /** The JSON of a {@link PageState}, safe to stand inside a script element. */
  stateJson: string;
  children: ReactNode;
}

/** The whole HTML document; rendered on the server and hydrated as it is. */
export function HtmlDocument({ assets, stateJson, children }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; its hash stands in the CSP */}
        <script dangerouslySetInnerHTML={{ __html: ENTERED_SCRIPT }} />
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {assets.styles.map((style) => (
          <link key={style} rel="stylesheet" href={style} />
        ))}
        {assets.devScript === undefined ? null : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the bundler's own, in development only
          <script type="module" dangerouslySetInnerHTML={{ __html: assets.devScript }} />
        )}
        <script type="module" src={assets.entry} />
        {assets.scripts.map((script) => (
          // The page can be read without it: what is seen comes first.
          <link key={script} rel="modulepreload" href={script} fetchPriority="low" />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f1f5f4" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c1a20" />
      </head>
      <body>
        {children}
        <script
          id={STATE_ELEMENT}
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every `<` escaped
          dangerouslySetInnerHTML={{ __html: stateJson }}
        />
      </body>
    </html>
  );
}
