import { UPLOAD_KINDS, type UploadKind } from './upload-kinds.ts';

/** Returns the extensions that a file chooser offers for a kind, from names and content types. */
const endingsOf = (kind: UploadKind): string[] =>
  UPLOAD_KINDS[kind].accept.split(',').map((part) => part.replace(/^(\.|[a-z]+\/\*?)/, ''));

/** Extensions that differ from their content type's subtype. */
const ALIASES: Readonly<Record<string, string>> = { jpg: 'jpeg' };

/** Returns the kind that a file's name suggests; null for other files. The server checks the content. */
export function kindOfName(name: string): UploadKind | null {
  const dot = name.lastIndexOf('.');
  if (dot < 0 || name.endsWith('.')) return null;
  const extension = name.slice(dot + 1).toLowerCase();
  const ending = ALIASES[extension] ?? extension;
  const kinds = Object.keys(UPLOAD_KINDS) as UploadKind[];
  return kinds.find((kind) => endingsOf(kind).includes(ending)) ?? null;
}
