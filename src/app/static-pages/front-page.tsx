import { useState } from 'react';
import { useSearch } from 'wouter';
import { loadOceans } from '#features/catalogue/web/items/queries.ts';
import { Landing } from '#features/signups/web/landing/landing.tsx';
import { type LoadContext, useSite } from '#platform/web/page.ts';
import { Home } from './home.tsx';

/** `/?landing` is the landing page for everybody: administrators, who have entered, see what they edit. */
const PREVIEW = 'landing';

export async function load(context: LoadContext): Promise<undefined> {
  if (context.entered && !context.search.has(PREVIEW)) await loadOceans(context);
}

/** `/`: the landing page for a new visitor, and the home page for one who has entered. */
export function Page() {
  const { entered } = useSite();
  // After entering here, the confirmation stays until the next navigation.
  const [landed] = useState(!entered);
  const preview = new URLSearchParams(useSearch()).has(PREVIEW);
  return preview || landed || !entered ? <Landing source="landing" /> : <Home />;
}
