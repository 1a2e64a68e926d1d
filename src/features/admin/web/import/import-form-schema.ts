import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import { DropletTitle, FolderWave } from '#features/uploads/contract/folder-form-schemas.ts';
import { zodResolver } from '#platform/design/form/zod-resolver.ts';

const { title, oceanId, description } = FolderWave.shape;

const ImportForm = z.object({
  wave: z.object({ title, oceanId, description, access: z.enum(['premium', 'free', 'sample']) }),
  /** Titles of the droplets, by the ids of their files. */
  titles: z.record(z.string(), DropletTitle),
});
export type ImportValues = z.output<typeof ImportForm>;

/** Validates with the contract's rules; of the titles only those of the present droplets. */
export function importResolver(droplets: () => readonly string[]): Resolver<ImportValues> {
  const validate = zodResolver(ImportForm) as Resolver<ImportValues>;
  return (values, context, options) => {
    const titles = Object.fromEntries(droplets().map((id) => [id, values.titles[id] ?? '']));
    return validate({ ...values, titles }, context, options);
  };
}
