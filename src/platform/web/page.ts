import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, createContext, use } from 'react';
import type { Api } from './api-client.ts';

/** Arguments of a page's `load`, which runs on the server before rendering, and in the browser on intent. */
export interface LoadContext {
  api: Api;
  queries: QueryClient;
  /** The `:names` of the page's path. */
  params: Readonly<Record<string, string>>;
  search: URLSearchParams;
  /** See {@link Site.entered}. */
  entered: boolean;
}

/** Undefined: render with status 200. */
export type LoadResult = { redirect: string } | { status: 404 } | undefined;

export interface PageProps {
  params: Readonly<Record<string, string>>;
}

/** The exports of a page file. */
export interface PageModule {
  /** Fills the query cache for the first paint. */
  load?(context: LoadContext): Promise<LoadResult>;
  Page: ComponentType<PageProps>;
}

/** The application around every component. */
export interface Site {
  api: Api;
  /** The public origin, for canonical links. */
  publicUrl: string;
  /** The UTC day of rendering, such as `2026-11-21`, so that server and hydration agree. */
  today: string;
  /** Whether somebody is signed in. `getUser` loads the user, perhaps after the first paint. */
  signedIn: boolean;
  /** The visitor has given an email address, or is signed in. */
  entered: boolean;
  /** Marks this browser as entered. After a sign-in, `email` is null. */
  enter(email: string | null): void;
  /** Forgets in this tab that the visitor has given an address. */
  leave(): void;
  /** Loads a page's code and data in advance. `entered`: the state at the time of the visit. */
  preload(href: string, entered?: boolean): void;
}

export const SiteContext = createContext<Site | null>(null);

export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('useSite is called outside of the application');
  return site;
}

export const useApi = (): Api => useSite().api;
