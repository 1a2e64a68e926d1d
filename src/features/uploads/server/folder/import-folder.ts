import type { Wave } from '#features/catalogue/contract/schemas.ts';
import { ImportedWave } from '#features/catalogue/contract/transfer-schemas.ts';
import { createWaveWithDroplets } from '#features/catalogue/server/write/create-wave-with-droplets.ts';
import type { Db } from '#platform/database/open.ts';
import type { Issue } from '#platform/http/contract/error-codes.ts';
import { invalidInput } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { Folder } from '../../contract/folder-form-schemas.ts';
import type { Upload } from '../../contract/schemas.ts';
import type { UploadKind } from '../../shared/upload-kinds.ts';
import { uploadsWithIds } from '../queries.ts';

const DROPLET_KINDS: UploadKind[] = ['video', 'audio', 'image'];

/**
 * Creates a draft wave with its droplets from uploads: all of them or none. Throws 400 with every upload that
 * is missing, has the wrong kind, or could not be prepared.
 */
export const importFolder = (db: Db, reader: Reader, folder: Folder): Promise<Wave> =>
  createWaveWithDroplets(db, reader, folder.wave.oceanId, async (transaction) => {
    const uploads = await uploadsWithIds(transaction, idsOf(folder));
    return treeOf(folder, new Map(uploads.map((upload) => [upload.id, upload])));
  });

const idsOf = ({ wave, droplets }: Folder): number[] =>
  [
    wave.imageId,
    ...droplets.flatMap((its) => [
      its.uploadId,
      its.captionsId,
      ...its.furtherCaptions.map(({ uploadId }) => uploadId),
      its.imageId,
    ]),
  ].filter((id) => id !== null);

function treeOf({ wave, droplets }: Folder, uploads: ReadonlyMap<number, Upload>): ImportedWave {
  const issues: Issue[] = [];
  const find = (path: string, id: number | null, kinds: UploadKind[]): Upload | null => {
    if (id === null) return null;
    const upload = uploads.get(id);
    const message = problemOf(upload, kinds);
    if (message) issues.push({ path, message });
    return upload ?? null;
  };
  const { accessType, isSample, description } = wave;
  const common = { accessType, isSample, description };
  const imageUrl = find('wave.imageId', wave.imageId, ['image'])?.url;
  const children = droplets.map((its, index) => {
    const path = `droplets.${index}`;
    const medium = find(`${path}.uploadId`, its.uploadId, DROPLET_KINDS);
    return {
      ...common,
      title: its.title,
      mediaType: medium?.kind,
      mediaUrl: medium?.url,
      captionsUrl: find(`${path}.captionsId`, its.captionsId, ['captions'])?.url,
      captionsLanguage: its.captionsLanguage,
      furtherCaptions: its.furtherCaptions.map(({ language, uploadId }, further) => ({
        language,
        url: find(`${path}.furtherCaptions.${further}.uploadId`, uploadId, ['captions'])?.url,
      })),
      imageUrl: find(`${path}.imageId`, its.imageId, ['image'])?.url,
    };
  });
  if (issues.length > 0)
    throw invalidInput('Nothing was created, because some files cannot be used.', issues);
  // The other fields have the defaults of the forms.
  return ImportedWave.parse({ ...common, title: wave.title, imageUrl, droplets: children });
}

function problemOf(upload: Upload | undefined, kinds: UploadKind[]): string | null {
  if (!upload) return 'This file is not there any more. Upload it again.';
  if (!kinds.includes(upload.kind)) return `This file is of the wrong kind: ${upload.kind}.`;
  if (upload.status === 'failed' || upload.status === 'canceled')
    return 'This file could not be prepared. Leave it out, or choose it again.';
  return null;
}
