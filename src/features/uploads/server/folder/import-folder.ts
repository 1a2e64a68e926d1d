import type { Wave } from '#features/catalogue/contract/schemas.ts';
import {
  createWaveWithDroplets,
  type NewWaveTree,
} from '#features/catalogue/server/write/create-wave-with-droplets.ts';
import type { Db } from '#platform/database/open.ts';
import type { Issue } from '#platform/http/contract/error-codes.ts';
import { invalidInput } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { Folder } from '../../contract/folder-form-schemas.ts';
import type { Upload } from '../../contract/schemas.ts';
import type { UploadKind } from '../../shared/upload-kinds.ts';
import { uploadsWithIds } from '../queries.ts';

const DROPLET_KINDS: UploadKind[] = ['video', 'audio', 'image'];
/** Minutes. */
const WAVE_DURATION = 20;
const DROPLET_DURATION = 1;

/**
 * Creates a draft wave with its droplets from uploads: all of them or none. Throws 400 with every upload that
 * is missing, of another kind, or could not be prepared.
 */
export const importFolder = (db: Db, reader: Reader, folder: Folder): Promise<Wave> =>
  createWaveWithDroplets(db, reader, folder.wave.oceanId, async (transaction) => {
    const uploads = await uploadsWithIds(transaction, idsOf(folder));
    return treeOf(folder, new Map(uploads.map((upload) => [upload.id, upload])));
  });

const idsOf = ({ wave, droplets }: Folder): number[] =>
  [wave.imageId, ...droplets.flatMap((its) => [its.uploadId, its.captionsId, its.imageId])].filter(
    (id) => id !== null,
  );

function treeOf({ wave, droplets }: Folder, uploads: ReadonlyMap<number, Upload>): NewWaveTree {
  const issues: Issue[] = [];
  const find = (path: string, id: number | null, kinds: UploadKind[]): Upload | null => {
    if (id === null) return null;
    const upload = uploads.get(id);
    const message = problemOf(upload, kinds);
    if (message) issues.push({ path, message });
    return upload ?? null;
  };
  const { accessType, isSample, description } = wave;
  const common = {
    description,
    accessType,
    isSample,
    isPublished: false,
    keywords: [],
    additionalResources: [],
  };
  const tree: NewWaveTree = {
    ...common,
    title: wave.title,
    duration: WAVE_DURATION,
    imageUrl: find('wave.imageId', wave.imageId, ['image'])?.url ?? null,
    mediaType: 'none',
    mediaUrl: null,
    captionsUrl: null,
    droplets: droplets.map(({ title, uploadId, captionsId, imageId }, index) => {
      const medium = find(`droplets.${index}.uploadId`, uploadId, DROPLET_KINDS);
      return {
        ...common,
        title,
        duration: DROPLET_DURATION,
        mediaType: (medium?.kind ?? 'video') as 'video' | 'audio' | 'image',
        mediaUrl: medium?.url ?? null,
        captionsUrl: find(`droplets.${index}.captionsId`, captionsId, ['captions'])?.url ?? null,
        imageUrl: find(`droplets.${index}.imageId`, imageId, ['image'])?.url ?? null,
      };
    }),
  };
  if (issues.length > 0)
    throw invalidInput('Nothing was created, because some files cannot be used.', issues);
  return tree;
}

function problemOf(upload: Upload | undefined, kinds: UploadKind[]): string | null {
  if (!upload) return 'This file is not there any more. Upload it again.';
  if (!kinds.includes(upload.kind)) return `This file is of the wrong kind: ${upload.kind}.`;
  if (upload.status === 'failed' || upload.status === 'canceled')
    return 'This file could not be prepared. Leave it out, or choose it again.';
  return null;
}
