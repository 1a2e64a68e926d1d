import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { referrerHost } from '#features/analytics/server/counting/referrer-host.ts';
import { countingRoutes } from '#features/analytics/server/counting/routes.ts';
import { isCounted, UsageCounters } from '#features/analytics/server/counting/usage-counters.ts';
import { finishedOfWeek } from '#features/analytics/server/reading/finished-of-week.ts';
import { usageRoutes } from '#features/analytics/server/reading/routes.ts';
import type { ShownCount } from '#features/analytics/shared/mask-count.ts';
import { possibleUses } from '#features/catalogue/server/read/possible-uses.ts';
import { explore } from '#features/catalogue/server/search/explore.ts';
import type { FavoriteRef } from '#features/favorites/contract/schemas.ts';
import type { Db } from '#platform/database/open.ts';
import { type FastPathHit, isInnerCall } from '#platform/http/observe/requests.ts';

interface UsageCounting {
  /** Must be called with new favorites. */
  onSaved(request: FastifyRequest, saved: readonly FavoriteRef[]): void;
  /** Observes a response of the fast path, and counts it if it is a visit. */
  onHit(hit: FastPathHit): void;
  /** Returns the number of droplets finished in seven days. */
  finishedOfWeek(): Promise<ShownCount>;
}

type Visit = Pick<FastPathHit, 'method' | 'status' | 'tier' | 'headers'>;

/** Adds counting of visits and of uses of items, without persons, and its calls for administrators. */
export function addUsageCounting(
  app: FastifyInstance,
  db: Db,
  publicUrl: () => string,
  observe: (hit: FastPathHit) => void,
): UsageCounting {
  const counters = new UsageCounters(db, app.log);
  app.addHook('onClose', () => counters.stop());
  countingRoutes(app, counters, {
    possible: (reader, uses) => possibleUses(db, reader, uses),
    findsNothing: async (reader, q) => (await explore(db, reader, { q, limit: 1 })).droplets.length === 0,
  });
  const periods = usageRoutes(app, db, counters);

  const countVisit = ({ method, status, tier, headers }: Visit) => {
    if (headers['sec-fetch-mode'] !== 'navigate' || (status !== 200 && status !== 304)) return;
    const host = referrerHost(method, headers, new URL(publicUrl()).host);
    if (host !== undefined && isCounted(tier, headers)) counters.countVisit(host);
  };
  const onPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { method, headers, reader } = request;
    // Views are by administrators and editors, who are never counted, or of drafts by a preview link.
    if (isInnerCall(request) || request.isView) return;
    countVisit({ method, headers, status: reply.statusCode, tier: reader?.tier ?? 'visitor' });
  };
  app.addHook('onRoute', (route) => {
    if (!route.config?.isCall) route.onResponse = [route.onResponse ?? [], onPage].flat();
  });
  return {
    onSaved({ reader, headers }, saved) {
      if (!isCounted(reader.tier, headers)) return;
      for (const { itemType, itemId } of saved)
        counters.countItem({ event: 'saved', item_type: itemType, item_id: itemId });
    },
    onHit(hit) {
      observe(hit);
      countVisit(hit);
    },
    finishedOfWeek: () => finishedOfWeek(periods),
  };
}
