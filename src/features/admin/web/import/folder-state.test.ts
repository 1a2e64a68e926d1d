import { expect, test } from 'vitest';
import type { QueuedState } from '#features/uploads/web/queue/upload-queue.ts';
import {
  captionsOf,
  changeFolder,
  type FolderAction,
  type FolderState,
  filesOnTheirWay,
  filesToSend,
  progressOf,
} from './folder-state.ts';
import { planFolder } from './plan-folder.ts';

const chosen = (...paths: string[]) =>
  changeFolder(null, {
    do: 'choose',
    plan: planFolder(
      'shore',
      paths.map((path) => ({ path, file: { size: 100 } as File })),
    ),
  }) as FolderState;
const then = (state: FolderState, ...actions: FolderAction[]) =>
  actions.reduce((now, action) => changeFolder(now, action) as FolderState, state);
const idOf = (state: FolderState, path: string) => state.files.find((file) => file.path === path)?.id ?? '';
const pathsOf = (state: FolderState) =>
  state.order.map((id) => state.files.find((file) => file.id === id)?.path);

test('droplets move by one position, and stop at the ends', () => {
  const state = chosen('a.mp4', 'b.mp4', 'c.mp4');
  const a = idOf(state, 'a.mp4');
  const down = then(state, { do: 'move', id: a, by: 1 });
  expect(pathsOf(down)).toEqual(['b.mp4', 'a.mp4', 'c.mp4']);
  expect(pathsOf(then(state, { do: 'move', id: a, by: -1 }))).toEqual(['a.mp4', 'b.mp4', 'c.mp4']);
});

test('a droplet that is left out takes its captions along; brought back, it comes last', () => {
  const state = chosen('a.mp4', 'a.vtt', 'b.mp4');
  const a = idOf(state, 'a.mp4');
  const without = then(state, { do: 'role', id: a, role: 'out' });
  expect(filesToSend(without).map(({ id }) => id)).toEqual([idOf(state, 'b.mp4')]);
  expect(pathsOf(then(without, { do: 'role', id: a, role: 'droplet' }))).toEqual(['b.mp4', 'a.mp4']);
});

test('new captions replace those that a droplet had in the same language', () => {
  const state = chosen('a.mp4', 'a.de.vtt', 'a.vtt', 'other.vtt', 'b.jpg');
  const [a, other] = [idOf(state, 'a.mp4'), idOf(state, 'other.vtt')];
  const next = then(state, { do: 'role', id: other, role: { of: a } });
  expect(captionsOf(next, a).map(({ path }) => path)).toEqual(['other.vtt', 'a.de.vtt']);
  expect(next.roles[idOf(state, 'a.vtt')]).toBe('out');
  // A picture does not replace the captions.
  const pictured = then(next, { do: 'role', id: idOf(state, 'b.jpg'), role: { of: a } });
  expect(captionsOf(pictured, a)).toHaveLength(2);
  expect(filesToSend(pictured)).toHaveLength(4);
});

test('progress is told for all files of a droplet together', () => {
  const state = chosen('a.mp4', 'a.vtt');
  const tell = (...states: QueuedState[]) =>
    progressOf(state.files, new Map(state.files.map(({ id }, index) => [id, states[index] as QueuedState])));
  const waiting: QueuedState = { is: 'waiting' };
  const sending = (phase: 'sending' | 'lost' | 'paused' | 'checking', sent: number) =>
    ({ is: 'sending', phase, sent }) as const;
  expect(tell(waiting, waiting)).toBe('Waiting for its turn.');
  expect(tell(sending('sending', 50), waiting)).toBe('Uploading, 25 percent.');
  expect(tell(sending('lost', 50), sending('sending', 50))).toMatch(/^The connection was lost at 50 percent/);
  expect(tell(sending('paused', 100), waiting)).toBe('Paused at 50 percent.');
  expect(tell({ is: 'failed', message: '' }, waiting)).toBe('');
});

test('files that wait or are sent are on their way, and no others', () => {
  const state = chosen('a.mp4', 'b.mp4', 'c.mp4', 'd.mp4', 'notes.txt');
  const named = {
    ...state,
    files: state.files.map((file) => ({ ...file, file: new File(['-'], file.path) })),
  };
  const all: QueuedState[] = [
    { is: 'done', upload: {} as never },
    { is: 'failed', message: 'It is no film.' },
    { is: 'sending', phase: 'paused', sent: 1 },
    { is: 'waiting' },
  ];
  const states = new Map(all.map((each, index) => [state.files[index]?.id ?? '', each]));
  expect(filesOnTheirWay(named, states)).toEqual(['c.mp4', 'd.mp4']);
  expect(filesOnTheirWay(null, states)).toEqual([]);
});
