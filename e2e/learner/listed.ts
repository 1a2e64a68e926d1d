import type { OpenSite } from '../support/open-site.ts';

/** Fields of listed oceans, waves and droplets that the tests of cards and pages compare with the screen. */
export interface Listed {
  id: number;
  waveId: number;
  title: string;
  description: string;
  duration: number;
  isSample: boolean;
  accessType: string;
  mediaType: string;
  mediaUrl: string | null;
  additionalResources: { title: string }[];
}

/** Fetches a list of the API as a visitor. */
export const listOf = async (site: OpenSite, path: string): Promise<Listed[]> =>
  (await fetch(site.url + path)).json();
