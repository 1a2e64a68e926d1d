import type { UploadKind } from './upload-kinds.ts';

const EXTENSIONS: Readonly<Record<UploadKind, readonly string[]>> = {
  video: ['mp4', 'm4v', 'mov', 'webm', 'mkv', 'avi', 'mts', '3gp'],
  audio: ['mp3', 'm4a', 'aac', 'ogg', 'opus', 'wav', 'flac', 'weba'],
  image: ['png', 'jpg', 'jpeg', 'webp', 'avif', 'gif'],
  captions: ['vtt'],
};

/** The kind that a file's name promises; null for other files. The server checks the content. */
export function kindOfName(name: string): UploadKind | null {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const kinds = Object.entries(EXTENSIONS) as [UploadKind, readonly string[]][];
  return kinds.find(([, extensions]) => extensions.includes(extension))?.[0] ?? null;
}
