interface StateChipsProps<State extends string> {
  /** States and their labels. The empty state means all. */
  states: readonly (readonly [State, string])[];
  chosen: State;
  /** Returns the number of entries of a state; undefined while unknown. */
  countOf(state: State): number | undefined;
  onChoose(state: State): void;
}

/** The chips above a list. Each shows the entries of its state, and their number. */
export const StateChips = <State extends string>(props: StateChipsProps<State>) => (
  <fieldset className="chips">
    <legend className="sr">Show</legend>
    {props.states.map(([state, label]) => (
      <button
        key={state}
        type="button"
        className="chip"
        aria-pressed={props.chosen === state}
        onClick={() => props.onChoose(state)}
      >
        {label} <span>{props.countOf(state)?.toLocaleString('en')}</span>
      </button>
    ))}
  </fieldset>
);
