import type { ReactNode } from 'react';
import { earlyPressScript } from '#features/catalogue/web/player/early-press-script.ts';
import { comfortScript } from '#features/comfort/web/comfort-script.ts';
import { begunScript } from '#features/progress/web/begun-script.ts';
import { enteredScript } from '#features/signups/web/entered-script.ts';
import { earlyActionsScript } from '#platform/web/early-actions/early-actions-script.ts';
import { afterReleaseScript } from '#platform/web/inline-scripts/after-release-script.ts';
import {
  lateScriptsScript,
  SCRIPTS_META,
  STATE_ELEMENT,
} from '#platform/web/inline-scripts/late-scripts-script.ts';
import { motionScript } from '#platform/web/inline-scripts/motion-script.ts';
import { ownMovesScript } from '#platform/web/inline-scripts/own-moves-script.ts';
import { trustedTypesScript } from '#platform/web/inline-scripts/trusted-types-script.ts';

/** The first inline script runs before hydration, which ignores it, so the browser's build omits it. */
export const FIRST_SCRIPT = import.meta.env.SSR
  ? trustedTypesScript() +
    motionScript() +
    ownMovesScript() +
    comfortScript() +
    earlyPressScript() +
    earlyActionsScript() +
    enteredScript() +
    begunScript() +
    afterReleaseScript() +
    lateScriptsScript()
  : '';

/** State for hydration, as JSON in the page. */
export interface PageState {
  publicUrl: string;
  today: string;
  enteredByCookie: boolean;
  /** Whether the request had a valid session. The query cache may lack the user. */
  signedIn: boolean;
  assets: Assets;
  /** The query cache, dehydrated. */
  queries: unknown;
}

/** Addresses of a page's files. */
export interface Assets {
  entry: string;
  styles: string[];
  /** Scripts to preload with the entry. */
  scripts: string[];
  /** Font files with the characters of the site's texts. */
  fonts: string[];
  /** Development only: the bundler's script for hot reload. */
  devScript?: string;
}

interface DocumentProps {
  assets: Assets;
  /** JSON of a {@link PageState}, escaped for a script element. */
  stateJson: string;
  children: ReactNode;
}

/** The complete HTML document, rendered on the server and hydrated. */
export function HtmlDocument({ assets, stateJson, children }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* Also before the style sheets load, because a white window would dazzle in the dark. */}
        <meta name="color-scheme" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; its hash is in the CSP */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: FIRST_SCRIPT }} />
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {assets.styles.map((style) => (
          <link key={style} rel="stylesheet" href={style} />
        ))}
        {import.meta.env.DEV && assets.devScript !== undefined ? (
          <>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the bundler's own */}
            <script type="module" dangerouslySetInnerHTML={{ __html: assets.devScript }} />
            <script type="module" src={assets.entry} />
          </>
        ) : (
          <meta name={SCRIPTS_META} content={[assets.entry, ...assets.scripts].join(' ')} />
        )}
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
