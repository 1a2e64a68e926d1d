import type { FastifyInstance } from 'fastify';
import type { Reader } from '#platform/http/serve/reader.ts';
import { serve } from '#platform/http/serve/serve.ts';
import { countUses } from '../../contract/endpoints.ts';
import type { Use } from '../../contract/schemas.ts';
import { countedWords } from '../../shared/search-words.ts';
import { CallerLimit } from './caller-limit.ts';
import { isCounted, type UsageCounters } from './usage-counters.ts';

/** Queries of the catalogue for counting. */
interface CountedCatalogue {
  /** Filters out uses of items that do not exist, or that the reader may not open or see. */
  possible(reader: Reader, uses: readonly Use[]): Promise<Use[]>;
  /** Tells whether a reader's search has no result. */
  findsNothing(reader: Reader, search: string): Promise<boolean>;
}

/** Serves the call by which pages send counts. Each call of a browser adds at most one to each count. */
export function countingRoutes(
  app: FastifyInstance,
  counters: UsageCounters,
  catalogue: CountedCatalogue,
): void {
  const limit = new CallerLimit();

  serve(app, countUses, async ({ reader, request, body }) => {
    limit.spend(request);
    if (!isCounted(reader.tier, request.headers)) return;
    const uses = new Map(body.uses.map((use) => [`${use.event} ${use.itemType} ${use.itemId}`, use]));
    const possible = uses.size === 0 ? [] : await catalogue.possible(reader, [...uses.values()]);
    for (const { event, itemType, itemId } of possible)
      counters.countItem({ event, item_type: itemType, item_id: itemId });
    for (const words of new Set(body.searches.map(countedWords)))
      if (words !== null && (await catalogue.findsNothing(reader, words))) counters.countSearch(words);
  });
}
