import { UPLOAD_KINDS, type UploadKind } from './upload-kinds.ts';

/** The endings that a file chooser offers for a kind: of names, and of content types. */
const endingsOf = (kind: UploadKind): string[] =>
  UPLOAD_KINDS[kind].accept.split(',').map((part) => part.replace(/^(\.|[a-z]+\/\*?)/, ''));

/** Endings that are no content type's. */
const ALIASES: Readonly<Record<string, string>> = { jpg: 'jpeg' };

/** The kind that a file's name promises; null for other files. The server checks the content. */
export function kindOfName(name: string): UploadKind | null {
  const dot = name.lastIndexOf('.');
  if (dot < 0 || name.endsWith('.')) return null;
  const extension = name.slice(dot + 1).toLowerCase();
  const ending = ALIASES[extension] ?? extension;
  const kinds = Object.keys(UPLOAD_KINDS) as UploadKind[];
  return kinds.find((kind) => endingsOf(kind).includes(ending)) ?? null;
}
