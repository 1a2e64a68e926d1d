import type { FastifyInstance } from 'fastify';
import { administratorAddresses } from '#features/accounts/server/administrator-addresses.ts';
import { authorOf } from '#features/audit-log/server/security-events/record-export.ts';
import type { Db } from '#platform/database/open.ts';
import { serve } from '#platform/http/serve/serve.ts';
import { instant } from '#platform/text/instants.ts';
import * as contract from '../contract/endpoints.ts';
import { readMail } from './checks/mail-check.ts';
import { readVersions } from './checks/versions.ts';
import { dismissLink } from './links/dismiss-link.ts';
import type { HealthLook } from './look.ts';
import { type CountedElsewhere, readContentOverview, readOverview } from './overview.ts';

interface HealthRoutesSetup {
  db: Db;
  health: HealthLook;
  /** Version of the program. */
  version: string;
  ffmpeg: () => Promise<string | null>;
  elsewhere: CountedElsewhere;
}

/** Serves the health page and the dashboard's numbers. */
export function healthRoutes(app: FastifyInstance, setup: HealthRoutesSetup): void {
  const { db, health, version, ffmpeg, elsewhere } = setup;

  serve(app, contract.getHealth, async ({ query }) => {
    const [{ at, problems, well }, mail, versions, addresses] = await Promise.all([
      query.again === 'true' ? health.lookAgain() : health.look(),
      readMail(db),
      readVersions(db, version, ffmpeg),
      administratorAddresses(db),
    ]);
    return {
      lookedAt: instant(at),
      problems,
      well,
      mail,
      versions,
      hasRecipient: addresses.length > 0,
    };
  });

  serve(app, contract.dismissLink, async ({ params, request }) => {
    await dismissLink(db, authorOf(request), params.id);
    health.forget();
  });

  serve(app, contract.getOverview, ({ reader }) =>
    reader.tier === 'admin' ? readOverview(db, elsewhere) : readContentOverview(db, elsewhere),
  );
}
