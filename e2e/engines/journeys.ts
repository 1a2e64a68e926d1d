import { describe } from 'vitest';
import { runsWebKit } from '#test/browsers/webkit.ts';
import type { EngineName } from './drivers/driver.ts';
import { openEngineSite } from './engine-site.ts';
import { accountJourneys } from './journeys/account.ts';
import { administrationJourneys } from './journeys/administration.ts';
import { editorJourneys } from './journeys/editor.ts';
import { exploreJourneys } from './journeys/explore.ts';
import { keptJourneys } from './journeys/kept.ts';
import { lessonJourneys } from './journeys/lessons.ts';
import { offlineJourneys } from './journeys/offline.ts';
import { ownerJourneys } from './journeys/owner.ts';
import { ownerCareJourneys } from './journeys/owner-care.ts';
import { playerJourneys } from './journeys/player.ts';
import { subscribingJourneys } from './journeys/subscribing.ts';
import { viewerJourneys } from './journeys/viewer.ts';
import { visitorJourneys } from './journeys/visitor.ts';

/** Declares the journeys of people through the site, equal for all engines. */
export function journeys(engine: EngineName): void {
  describe.skipIf(engine === 'webkit' && !runsWebKit)(engine, () => {
    const engineSite = openEngineSite(engine);
    visitorJourneys(engineSite);
    viewerJourneys(engineSite);
    playerJourneys(engineSite);
    lessonJourneys(engineSite);
    exploreJourneys(engineSite);
    accountJourneys(engineSite);
    subscribingJourneys(engineSite);
    administrationJourneys(engineSite);
    editorJourneys(engineSite);
    ownerJourneys(engineSite);
    ownerCareJourneys(engineSite);
    keptJourneys(engineSite);
    // Last, because this journey stops the site.
    offlineJourneys(engineSite);
  });
}
