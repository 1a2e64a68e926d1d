import type { PageAssets } from '../page-assets.ts';

/** The used part of a `Response`. Same shape as in api-client.ts. */
export type Received = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers' | 'text' | 'json'>;

type Fetch = (path: string, init: { method?: string; headers?: unknown }) => Promise<Received>;

/**
 * Exports of the rendering build (src/app/render.tsx), typed here because the compiler separates the two
 * halves.
 */
export interface Renderer {
  inlineScripts: string[];
  isCacheablePage(url: string): boolean;
  render(request: {
    url: string;
    publicUrl: string;
    enteredByCookie: boolean;
    signedIn?: boolean;
    isPreview?: boolean;
    fetch: Fetch;
    assetsOf: (pageFile: string) => PageAssets;
  }): Promise<{ redirect: string } | { status: number; html: string; complete: boolean }>;
}
