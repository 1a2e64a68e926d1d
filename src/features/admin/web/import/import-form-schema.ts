import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import { DropletTitle, FolderWave } from '#features/uploads/contract/folder-form-schemas.ts';
import { zodResolver } from '#platform/design/form/zod-resolver.ts';

const { title, oceanId, description } = FolderWave.shape;
const Wave = z.object({ title, oceanId, description, access: z.enum(['premium', 'free', 'sample']) });

export interface ImportValues {
  wave: z.output<typeof Wave>;
  /** Titles of the droplets, by the ids of their files. */
  titles: Record<string, string>;
}

/** Validates with the contract's rules, but only the titles of the current droplets. */
export function importResolver(droplets: () => readonly string[]): Resolver<ImportValues> {
  return (values, context, options) => {
    const titles = z.object(Object.fromEntries(droplets().map((id) => [id, DropletTitle])));
    const resolve = zodResolver(z.object({ wave: Wave, titles })) as unknown as Resolver<ImportValues>;
    return resolve(values, context, options);
  };
}
