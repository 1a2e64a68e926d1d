import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { ById, QueryId } from '#platform/http/contract/fields.ts';
import * as calls from './transfer-calls.ts';
import { ImportedCatalogue, OceanContent } from './transfer-schemas.ts';

/** Bytes: about ten thousand droplets with all fields filled. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** Items imported as drafts, because the check before publishing found a `must`. */
const heldBack = {
  heldBack: z.number(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
};
export type HeldBack = z.infer<z.ZodObject<typeof heldBack>>;

/** Ids of the added oceans, or of the added droplets of a table. Empty for a dry run. */
const ids = z.array(z.number());

const Counts = z.object({ oceans: z.number(), waves: z.number(), droplets: z.number(), ids, ...heldBack });
const dryRun = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');

export const exportCatalogue = endpoint(calls.exportCatalogue, {
  summary: 'All content, drafts included, in one file that can be imported again',
  mayBeInParts: true,
  answers: { 200: z.object({ oceans: z.array(OceanContent) }) },
});

export const importCatalogue = endpoint(calls.importCatalogue, {
  summary:
    'Import the oceans of a file with everything in them. If anything is wrong, nothing is imported and ' +
    'each problem is listed by its path. Published items that miss what publishing needs become drafts, ' +
    'and `issues` has their paths. `dryRun=true` only checks',
  bodyLimit: MAX_FILE_BYTES,
  query: z.object({ dryRun }),
  body: ImportedCatalogue,
  answers: { 200: Counts },
});

export const exportDroplets = endpoint(calls.exportDroplets, {
  summary: 'The droplets of one wave or of all, drafts included, as a table for spreadsheets',
  query: z.object({ waveId: QueryId.optional() }),
  gives: 'text/csv',
  answers: { 200: z.string() },
});

export const importDroplets = endpoint(calls.importDroplets, {
  summary:
    'Add the droplets of a table to the end of a wave. If anything is wrong, nothing is imported and ' +
    'each problem is listed by its line. Published droplets that miss what publishing needs become drafts, ' +
    'and `issues` has their lines',
  bodyLimit: MAX_FILE_BYTES,
  params: ById,
  query: z.object({ dryRun }),
  body: z.string('Please send a CSV file'),
  answers: { 200: z.object({ droplets: z.number(), ids, ...heldBack }) },
});
