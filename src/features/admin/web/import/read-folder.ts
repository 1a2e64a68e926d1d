import type { FolderFile } from './plan-folder.ts';

/** Maximum files to read from dropped folders, because a person may drop a whole disk. */
const MAX_READ = 20_000;

export interface ChosenFolder {
  /** Name of the folder; empty for single files. */
  folder: string;
  files: FolderFile[];
}

/** Reads a file chooser's selection: a folder, or single files. */
export function chosenFiles(list: FileList | null): ChosenFolder {
  const files = [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  return withoutRoot(files);
}

/**
 * Reads dropped files and the contents of dropped folders. Must be called during the event, because the
 * browser clears the entries afterwards.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<ChosenFolder> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (entries.length === 0)
    return withoutRoot([...transfer.files].map((file) => ({ path: file.name, file })));
  const files: FolderFile[] = [];
  for (const entry of entries) await readEntry(entry, files);
  return withoutRoot(files);
}

async function readEntry(entry: FileSystemEntry, files: FolderFile[]): Promise<void> {
  if (files.length >= MAX_READ) return;
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    ).catch(() => null);
    if (file) files.push({ path, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A reader returns at most a hundred entries at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    ).catch(() => []);
    if (some.length === 0) return;
    for (const inner of some) await readEntry(inner, files);
  }
}

/** Removes the common first folder of all paths. */
function withoutRoot(files: readonly FolderFile[]): ChosenFolder {
  const root = files[0]?.path.split('/')[0] ?? '';
  const isFolder = files.length > 0 && files.every(({ path }) => path.startsWith(`${root}/`));
  return isFolder
    ? { folder: root, files: files.map(({ path, file }) => ({ path: path.slice(root.length + 1), file })) }
    : { folder: '', files: [...files] };
}
