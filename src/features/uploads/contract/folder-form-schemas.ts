import { z } from 'zod';
import {
  furtherCaptions,
  Language,
  NewDroplet,
  NewWave,
  OptionalLanguage,
} from '#features/catalogue/contract/form-schemas.ts';
import { MAX_IMPORTED } from './folder-calls.ts';

/* A folder of uploaded files as a wave with its droplets. The form and the server check by the same rules. */

const MISSING = 'Choose a file';
const UploadId = z
  .number(MISSING)
  .int(MISSING)
  .positive(MISSING)
  .max(2 ** 52, MISSING);

export const FolderWave = NewWave.pick({
  title: true,
  oceanId: true,
  accessType: true,
  isSample: true,
  description: true,
});

export const DropletTitle = NewDroplet.shape.title;

/** Ids of a droplet's uploads: the medium and the files that belong to it. */
const FolderDroplet = z.object({
  title: DropletTitle,
  uploadId: UploadId,
  captionsId: UploadId.nullable().default(null),
  /** Null: the language of the site. */
  captionsLanguage: OptionalLanguage.default(null),
  furtherCaptions: furtherCaptions(z.object({ language: Language, uploadId: UploadId })).default([]),
  imageId: UploadId.nullable().default(null),
});

export const Folder = z.object({
  wave: FolderWave.extend({ imageId: UploadId.nullable().default(null) }),
  droplets: z
    .array(FolderDroplet, 'Must be a list')
    .min(1, 'Choose at least one film, sound or picture')
    .max(MAX_IMPORTED, `Use at most ${MAX_IMPORTED} droplets`),
});
export type Folder = z.output<typeof Folder>;
