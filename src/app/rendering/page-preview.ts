import type { FastifyInstance } from 'fastify';
import { listSettings } from '#features/settings/contract/calls.ts';
import type { PageAssets } from '../page-assets.ts';
import type { Renderer } from './renderer.ts';
import { requestCached } from './request-cached.ts';
import type { RenderPreview } from './text-preview.ts';

interface PreviewServer {
  app: FastifyInstance;
  renderer: Renderer;
  assetsOf: (pageFile: string) => PageAssets;
  publicUrl: () => string;
}

/** Renders a page for a visitor, with these settings instead of the stored ones. */
export async function renderPreview(
  { app, renderer, assetsOf, publicUrl }: PreviewServer,
  { path: url, entered, settings }: Parameters<RenderPreview>[0],
): Promise<string> {
  const rendered = await renderer.render({
    url,
    publicUrl: publicUrl(),
    enteredByCookie: entered,
    signedIn: false,
    assetsOf,
    fetch: async (path) =>
      path === listSettings.path ? Response.json(settings) : requestCached(app, path, 'visitor'),
  });
  if ('redirect' in rendered) throw new Error(`A page with a preview must not redirect: ${url}`);
  return rendered.html;
}
