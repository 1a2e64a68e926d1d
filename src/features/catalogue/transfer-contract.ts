import { z } from 'zod';
import { endpoint } from '../../platform/http/endpoint.ts';
import { PathId } from '../../platform/http/fields.ts';
import { NewDroplet, NewOcean, NewWave, OptionalAddress } from './content-schema.ts';
import { Droplet, Ocean, Wave } from './contract.ts';

/* The catalogue as files: all of it as JSON, droplets as tables. */

/** Bytes: some ten thousand droplets with everything. */
const LARGEST_FILE = 20 * 1024 * 1024;

/* What is given out: all that an item says of itself, with what it holds. */

const ofThisSite = { id: true, version: true, position: true, locked: true } as const;

export const DropletContent = Droplet.omit({ ...ofThisSite, waveId: true });
export const WaveContent = Wave.omit({ ...ofThisSite, oceanId: true, dropletCount: true }).extend({
  droplets: z.array(DropletContent),
});
export const OceanContent = Ocean.omit({ ...ofThisSite, waveCount: true, totalDuration: true }).extend({
  waves: z.array(WaveContent),
});
export type DropletContent = z.infer<typeof DropletContent>;
export type WaveContent = z.infer<typeof WaveContent>;
export type OceanContent = z.infer<typeof OceanContent>;

/* What is taken in: the same, checked as when it is typed. What may be left out there may be left out here. */

/** A misspelt field would otherwise be a default that nobody asked for. */
const strict = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Unknown field ${(issue.keys as string[]).map((key) => `“${key.slice(0, 50)}”`).join(', ')}`
        : 'Must be an object',
  });

const { waveId: _waveId, ...droplet } = NewDroplet.shape;
const { oceanId: _oceanId, ...wave } = NewWave.shape;
/** Items without a picture, as they may come with other programs, show the generated cover. */
const imageUrl = OptionalAddress.default(null);

export const ImportedDroplet = strict(droplet);
const ImportedWave = strict({
  ...wave,
  imageUrl,
  droplets: z.array(ImportedDroplet, 'Must be a list').default([]),
});
const ImportedOcean = strict({
  ...NewOcean.shape,
  imageUrl,
  waves: z.array(ImportedWave, 'Must be a list').default([]),
});
export const ImportedCatalogue = z.object(
  { oceans: z.array(ImportedOcean, 'Must be a list of oceans') },
  'Must be an object with a list of oceans',
);
export type ImportedCatalogue = z.output<typeof ImportedCatalogue>;
export type ImportedDroplet = z.output<typeof ImportedDroplet>;

const Counts = z.object({ oceans: z.number(), waves: z.number(), droplets: z.number() });
const dryRun = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');

export const exportCatalogue = endpoint({
  method: 'GET',
  path: '/api/catalogue/export',
  summary: 'The whole catalogue, drafts too, in one file that can be imported again',
  access: 'admin',
  answers: { 200: z.object({ oceans: z.array(OceanContent) }) },
});

export const importCatalogue = endpoint({
  method: 'POST',
  path: '/api/catalogue/import',
  summary:
    'Add the oceans of a file with all they hold: all of it or, when anything is wrong, nothing and every problem by its path. `dryRun=true` only checks',
  access: 'admin',
  bodyLimit: LARGEST_FILE,
  query: z.object({ dryRun }),
  body: ImportedCatalogue,
  answers: { 200: Counts },
});

export const exportDroplets = endpoint({
  method: 'GET',
  path: '/api/catalogue/droplets.csv',
  summary: 'The droplets, of one wave or all, drafts too, as a table for spreadsheets',
  access: 'admin',
  query: z.object({ waveId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional() }),
  gives: 'text/csv',
  answers: { 200: z.string() },
});

export const importDroplets = endpoint({
  method: 'POST',
  path: '/api/waves/:id/droplets/import',
  summary:
    'Add the droplets of a table to the end of a wave: all of them or, when anything is wrong, none and every problem by its line',
  access: 'admin',
  bodyLimit: LARGEST_FILE,
  params: z.object({ id: PathId }),
  query: z.object({ dryRun }),
  takes: 'text/csv',
  body: z.string('Please send a CSV file'),
  answers: { 200: z.object({ droplets: z.number() }) },
});
