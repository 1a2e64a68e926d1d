import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, createContext, use } from 'react';
import type { Api } from './api-client.ts';

/** What a page's `load` may use. It runs on the server before rendering, and in the browser on intent. */
export interface LoadContext {
  api: Api;
  queries: QueryClient;
  /** The `:names` of the page's path. */
  params: Readonly<Record<string, string>>;
  search: URLSearchParams;
  /** See {@link Site.entered}. */
  entered: boolean;
}

/** `undefined`: render with 200. */
export type LoadResult = { redirect: string } | { status: 404 } | undefined;

export interface PageProps {
  params: Readonly<Record<string, string>>;
}

/** What a page file exports. */
export interface PageModule {
  /** Fills the query cache with what the first paint shows. */
  load?(context: LoadContext): Promise<LoadResult>;
  Page: ComponentType<PageProps>;
}

/** What every component may ask of the application around it. */
export interface Site {
  api: Api;
  /** The origin that people see, for canonical links. */
  publicUrl: string;
  /** The day on which the page was rendered, as `2026-11-21` in UTC: the same on both sides of hydration. */
  today: string;
  /** Somebody is signed in; `/api/user` says who, and on a page that has just come it may not have said so yet. */
  signedIn: boolean;
  /** The visitor has given an email address, or is signed in. */
  entered: boolean;
  /** Marks this browser as entered (`email` null: only forgets the marker's absence, after a sign-in). */
  enter(email: string | null): void;
  /** Fetches a page's code and data before it is asked for. */
  preload(href: string): void;
}

export const SiteContext = createContext<Site | null>(null);

export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('useSite stands outside of the application');
  return site;
}

export const useApi = (): Api => useSite().api;
