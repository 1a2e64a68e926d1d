import { useState } from 'react';
import { useSearch } from 'wouter';
import { loadOceans } from '#features/catalogue/web/items/queries.ts';
import { Landing } from '#features/signups/web/landing/landing.tsx';
import { type LoadContext, useSite } from '#platform/web/page.ts';
import { Home } from './home.tsx';

/**
 * `/?landing` shows the landing page to everybody, so that administrators, who have entered, see their edits.
 */
const PREVIEW = 'landing';

export async function load(context: LoadContext): Promise<undefined> {
  if (context.entered && !context.search.has(PREVIEW)) await loadOceans(context);
}

/** `/`: the landing page for a new visitor, and the home page for an entered one. */
export function Page() {
  const { entered } = useSite();
  // After entering here, the confirmation stays until the next navigation.
  const [landed] = useState(!entered);
  const preview = new URLSearchParams(useSearch()).has(PREVIEW);
  return preview || landed || !entered ? <Landing source="landing" /> : <Home />;
}
