import { useState } from 'react';
import { loadOceans } from '#features/catalogue/web/queries.ts';
import { Landing } from '#features/signups/web/landing.tsx';
import type { LoadContext } from '#platform/web/page.ts';
import { useSite } from '#platform/web/page.ts';
import { Home } from './home.tsx';

export async function load(context: LoadContext): Promise<undefined> {
  if (context.entered) await loadOceans(context);
}

/** `/`: the landing page for a new visitor, the home variant for one who has entered. */
export function Page() {
  const { entered } = useSite();
  // Whoever enters here keeps the confirmation before their eyes until they walk on.
  const [landed] = useState(!entered);
  return landed || !entered ? <Landing source="landing" /> : <Home />;
}
