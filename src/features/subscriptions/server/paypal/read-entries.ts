import type { FastifyBaseLogger } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { z } from 'zod';

/** An unreadable entry of a PayPal list. Contains no value of the entry except its id. */
interface UnreadableEntry {
  list: string;
  /** PayPal's id, if the entry has a plain one. */
  id: string | undefined;
  /** Paths of the missing or invalid fields. */
  fields: string;
}

export type ReportUnreadable = (entry: UnreadableEntry) => void;

/** Any list of PayPal, parsed entry by entry. */
export const Entries = z.array(z.unknown()).optional();

const WithPlainId = z.object({ id: z.string().regex(/^[\w-]{1,50}$/) });

/**
 * Parses a list entry by entry and skips unreadable ones, so that an entry in an undocumented shape does not
 * hide the others.
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

/** Creates a report that counts and logs. `log` is a function, because the log starts after the provider. */
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
