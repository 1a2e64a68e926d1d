import type { FastifyBaseLogger } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { z } from 'zod';

/** An entry of a PayPal list that could not be read. It has no values of the entry but its id. */
interface UnreadableEntry {
  list: string;
  /** PayPal's id, where the entry has a plain one. */
  id: string | undefined;
  /** Paths of the fields that are missing or wrong. */
  fields: string;
}

export type ReportUnreadable = (entry: UnreadableEntry) => void;

/** Any list of PayPal. Its entries are read one by one. */
export const Entries = z.array(z.unknown()).optional();

const WithPlainId = z.object({ id: z.string().regex(/^[\w-]{1,50}$/) });

/**
 * Reads a list entry by entry, and skips what cannot be read: one entry in another shape than PayPal
 * describes must not hide the others.
 */
export function readEntries<T>(
  list: string,
  entries: readonly unknown[] | undefined,
  schema: z.ZodType<T>,
  report: ReportUnreadable,
): T[] {
  return (entries ?? []).flatMap((entry) => {
    const { success, data, error } = schema.safeParse(entry);
    if (success) return [data];
    const fields = error.issues.map((issue) => issue.path.join('.') || 'the entry').join(', ');
    report({ list, id: WithPlainId.safeParse(entry).data?.id, fields });
    return [];
  });
}

/** Creates a report that counts and logs. `log` is asked later, because the log begins after the provider. */
export function unreadableEntries(
  registry: Registry,
  log: () => FastifyBaseLogger | undefined,
): ReportUnreadable {
  const counter = new Counter({
    name: 'payment_provider_unreadable_entries_total',
    help: 'Entries of the payment provider’s lists that were skipped because they could not be read',
    labelNames: ['list'] as const,
    registers: [registry],
  });
  return (entry) => {
    counter.inc({ list: entry.list });
    log()?.warn({ entry }, 'an entry of the payment provider could not be read');
  };
}
