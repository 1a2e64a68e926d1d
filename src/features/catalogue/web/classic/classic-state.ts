/**
 * Milliseconds without another step after a step, and after a favorite change (specification, sections 4
 * and 9).
 */
const STEP_LOCK = 500;
const FAVORITE_LOCK = 100;

/** The current level of the hierarchy, and the levels above it. */
export interface ClassicState<Node> {
  current: Node;
  /** The levels above, from the root on. */
  history: readonly Node[];
  depth: number;
  /** No step is taken before this time (`performance.now()`). */
  lockedUntil: number;
}

export type ClassicAction<Node> =
  | { type: 'select'; node: Node }
  | { type: 'back' }
  | { type: 'home' }
  /** A breadcrumb; `depth` is its index in the history. */
  | { type: 'jump'; depth: number }
  | { type: 'favorite' };

/** Applies an action to the state. Returns the same object if the action is locked or leads nowhere. */
export function nextState<Node>(
  state: ClassicState<Node>,
  action: ClassicAction<Node>,
  now: number,
): ClassicState<Node> {
  if (action.type === 'favorite')
    return { ...state, lockedUntil: Math.max(state.lockedUntil, now + FAVORITE_LOCK) };
  if (now < state.lockedUntil) return state;
  switch (action.type) {
    case 'select':
      return stateAt(action.node, [...state.history, state.current], now);
    case 'back':
      return jump(state, state.depth - 1, now);
    case 'home':
      return jump(state, 0, now);
    case 'jump':
      return jump(state, action.depth, now);
  }
}

function jump<Node>(state: ClassicState<Node>, depth: number, now: number): ClassicState<Node> {
  const node = depth < 0 ? undefined : state.history[depth];
  return node === undefined ? state : stateAt(node, state.history.slice(0, depth), now);
}

const stateAt = <Node>(current: Node, history: readonly Node[], now: number): ClassicState<Node> => ({
  current,
  history,
  depth: history.length,
  lockedUntil: now + STEP_LOCK,
});
