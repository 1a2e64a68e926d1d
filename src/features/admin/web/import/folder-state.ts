import type { QueuedFile, QueueStates } from '#features/uploads/web/queue/upload-queue.ts';
import { percentOf } from '#features/uploads/web/resumable/sizes.ts';
import type { FileRole, FolderPlan, PlannedFile } from './plan-folder.ts';
import type { ChosenFolder } from './read-folder.ts';

/** A chosen folder, with the owner's changes of its plan. */
export interface FolderState extends FolderPlan {
  /** Ids of the droplets, in order. */
  order: string[];
}

export type FolderAction =
  | { do: 'choose'; plan: FolderPlan; order?: string[] }
  | { do: 'move'; id: string; by: 1 | -1 }
  | { do: 'role'; id: string; role: FileRole }
  | { do: 'add'; file: PlannedFile; role: FileRole }
  | { do: 'clear' };

export function changeFolder(state: FolderState | null, action: FolderAction): FolderState | null {
  if (action.do === 'choose') return ordered({ ...action.plan, order: action.order ?? [] });
  if (action.do === 'clear' || state === null) return null;
  if (action.do === 'move') return { ...state, order: moved(state.order, action.id, action.by) };
  const files = action.do === 'add' ? [...state.files, action.file] : state.files;
  const id = action.do === 'add' ? action.file.id : action.id;
  const roles = { ...state.roles, [id]: action.role };
  const { kind, language } = files.find((file) => file.id === id) as PlannedFile;
  for (const other of files) {
    if (other.id === id) continue;
    // A droplet has one picture and one captions file per language; the wave has one picture.
    const isAlike = other.kind === kind && other.language === language;
    if (isAlike && isSame(roles[other.id], action.role)) roles[other.id] = 'out';
    // A droplet's captions and picture are left out with it.
    if (action.role === 'out' && isSame(roles[other.id], { of: id })) roles[other.id] = 'out';
  }
  return ordered({ ...state, files, roles });
}

const isSame = (a: FileRole | undefined, b: FileRole): boolean =>
  b === 'wave' ? a === 'wave' : typeof a === 'object' && typeof b === 'object' && a.of === b.of;

/** Appends new droplets to the order, and removes files that are not droplets any more. */
function ordered(state: FolderState): FolderState {
  const droplets = state.files.filter(({ id }) => state.roles[id] === 'droplet').map(({ id }) => id);
  const kept = state.order.filter((id) => droplets.includes(id));
  return { ...state, order: [...kept, ...droplets.filter((id) => !kept.includes(id))] };
}

function moved(order: readonly string[], id: string, by: number): string[] {
  const from = order.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return [...order];
  const next = order.filter((other) => other !== id);
  next.splice(to, 0, id);
  return next;
}

export const fileOf = (state: FolderState, id: string): PlannedFile =>
  state.files.find((file) => file.id === id) as PlannedFile;

const belonging = (state: FolderState, of: string, kind: 'captions' | 'image') =>
  state.files.filter((file) => file.kind === kind && isSame(state.roles[file.id], { of }));

export const pictureOf = (state: FolderState, id: string): PlannedFile | undefined =>
  belonging(state, id, 'image')[0];

/** Returns a droplet's captions, those in the site's language first. */
export const captionsOf = (state: FolderState, id: string): PlannedFile[] =>
  belonging(state, id, 'captions').sort((a, b) => Number(a.language !== null) - Number(b.language !== null));

export const coverOf = (state: FolderState) => state.files.find(({ id }) => state.roles[id] === 'wave');

/** Returns a droplet's files, the medium first. */
export function filesOf(state: FolderState, id: string): PlannedFile[] {
  const picture = pictureOf(state, id);
  return [fileOf(state, id), ...captionsOf(state, id), ...(picture ? [picture] : [])];
}

/** Returns the files to upload: those of each droplet in order, then the wave's picture. */
export function filesToSend(state: FolderState): QueuedFile[] {
  const cover = coverOf(state);
  return [...state.order.flatMap((id) => filesOf(state, id)), ...(cover ? [cover] : [])];
}

/** Tells whether a choice has the same files as an earlier one, whose typed values then stay. */
export const hasFilesOf = ({ folder, files }: FolderState, chosen: ChosenFolder): boolean =>
  chosen.folder === folder &&
  files.every(({ path }) => chosen.files.some((present) => present.path === path));

/** Returns names of files that are being sent or waiting. */
export const filesOnTheirWay = (state: FolderState | null, states: QueueStates): string[] =>
  (state?.files ?? [])
    .filter(({ id }) => ['waiting', 'sending'].includes(states.get(id)?.is ?? ''))
    .map(({ file }) => file.name);

/** Describes the progress of files. Failures are shown elsewhere. */
export function progressOf(files: readonly PlannedFile[], states: QueueStates): string {
  const present = files.map(({ id }) => states.get(id));
  if (present.every((state) => state?.is === 'done')) return 'Uploaded.';
  const sending = present.flatMap((state) => (state?.is === 'sending' ? [state] : []));
  if (sending.length === 0)
    return present.some((state) => state?.is === 'failed') ? '' : 'Waiting for its turn.';
  const percent = percentUploaded(files, states);
  if (sending.some(({ phase }) => phase === 'lost'))
    return `The connection was lost at ${percent} percent. It goes on by itself.`;
  if (sending.every(({ phase }) => phase === 'paused')) return `Paused at ${percent} percent.`;
  if (sending.every(({ phase }) => phase === 'checking')) return 'Checking...';
  return `Uploading, ${percent} percent.`;
}

/** Returns the sent share of files, in whole percents. */
export function percentUploaded(files: readonly PlannedFile[], states: QueueStates): number {
  let [sent, all] = [0, 0];
  for (const { id, file } of files) {
    const state = states.get(id);
    all += file.size;
    if (state?.is === 'done') sent += file.size;
    else if (state?.is === 'sending') sent += Math.min(file.size, state.sent);
  }
  return percentOf(sent, all);
}
