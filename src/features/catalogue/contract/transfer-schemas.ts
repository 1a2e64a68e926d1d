import { z } from 'zod';
import { NewDroplet, NewOcean, NewWave, OptionalAddress } from './form-schemas.ts';
import { Droplet, Ocean, Wave } from './schemas.ts';
import { Writing } from './writing-endpoints.ts';

/* Export: all fields of an item, with its children. */

const ofThisSite = { id: true, version: true, position: true, imageBlur: true, locked: true } as const;

export const DropletContent = Droplet.omit({ ...ofThisSite, waveId: true }).extend({
  /** The text or exercise at `mediaUrl`, if it was written on this site. Only export and import have it. */
  writing: Writing.optional(),
});
export const WaveContent = Wave.omit({
  ...ofThisSite,
  oceanId: true,
  dropletCount: true,
  totalDuration: true,
}).extend({
  droplets: z.array(DropletContent),
});
export const OceanContent = Ocean.omit({ ...ofThisSite, waveCount: true, totalDuration: true }).extend({
  waves: z.array(WaveContent),
});
export type DropletContent = z.infer<typeof DropletContent>;
export type WaveContent = z.infer<typeof WaveContent>;
export type OceanContent = z.infer<typeof OceanContent>;

/* Import: the same fields, with the rules of the forms. Fields that a form may omit are optional here. */

/** Refuses unknown fields. Without this, a misspelt field would silently get the default. */
const strict = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Unknown field ${(issue.keys as string[]).map((key) => `“${key.slice(0, 50)}”`).join(', ')}`
        : 'Must be an object',
  });

const { waveId: _waveId, ...droplet } = NewDroplet.shape;
const { oceanId: _oceanId, ...wave } = NewWave.shape;
/** Files of other programs have items without a picture. These get the generated cover. */
const imageUrl = OptionalAddress.default(null);

export const ImportedDroplet = strict({ ...droplet, writing: Writing.optional() });
export const ImportedWave = strict({
  ...wave,
  imageUrl,
  droplets: z.array(ImportedDroplet, 'Must be a list').default([]),
});
export const ImportedOcean = strict({
  ...NewOcean.shape,
  imageUrl,
  waves: z.array(ImportedWave, 'Must be a list').default([]),
});
export const ImportedCatalogue = z.object(
  { oceans: z.array(ImportedOcean, 'Must be a list of oceans') },
  'Must be an object with a list of oceans',
);
export type ImportedCatalogue = z.output<typeof ImportedCatalogue>;
export type ImportedWave = z.output<typeof ImportedWave>;
export type ImportedDroplet = z.output<typeof ImportedDroplet>;
