/** Specification, sections 4 and 9: how long the explorer takes no other step. */
const STEP_LOCK = 500;
const FAVORITE_LOCK = 100;

/** Where a reader is in the hierarchy, and how they came there. */
export interface ExplorerState<N> {
  current: N;
  /** What Back leads through, the top level first. */
  history: readonly N[];
  depth: number;
  /** Until this instant nothing moves. */
  lockedUntil: number;
}

export type ExplorerAction<N> =
  | { type: 'select'; node: N }
  | { type: 'back' }
  | { type: 'home' }
  /** A breadcrumb, by its place in the history. */
  | { type: 'jump'; depth: number }
  | { type: 'favorite' };

/** One step of the explorer; the same state again when it is not to be taken. */
export function explore<N>(
  state: ExplorerState<N>,
  action: ExplorerAction<N>,
  now: number,
): ExplorerState<N> {
  if (action.type === 'favorite')
    return { ...state, lockedUntil: Math.max(state.lockedUntil, now + FAVORITE_LOCK) };
  if (now < state.lockedUntil) return state;
  switch (action.type) {
    case 'select':
      return stand(action.node, [...state.history, state.current], now);
    case 'back':
      return jump(state, state.depth - 1, now);
    case 'home':
      return jump(state, 0, now);
    case 'jump':
      return jump(state, action.depth, now);
  }
}

/** What is not above the current level cannot be jumped to. */
function jump<N>(state: ExplorerState<N>, depth: number, now: number): ExplorerState<N> {
  const node = depth < 0 ? undefined : state.history[depth];
  return node === undefined ? state : stand(node, state.history.slice(0, depth), now);
}

const stand = <N>(current: N, history: readonly N[], now: number): ExplorerState<N> => ({
  current,
  history,
  depth: history.length,
  lockedUntil: now + STEP_LOCK,
});
