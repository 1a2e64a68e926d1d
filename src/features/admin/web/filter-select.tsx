interface FilterSelectProps<Value extends string> {
  label: string;
  value: Value;
  /** Values and their texts. */
  choices: readonly (readonly [Value, string])[];
  onChange(value: Value): void;
  className?: string;
}

/** A select without a visible label, which filters, sorts or compares the content below. */
export const FilterSelect = <Value extends string>(props: FilterSelectProps<Value>) => (
  <select
    className={props.className ?? 'input'}
    aria-label={props.label}
    value={props.value}
    onChange={(event) => props.onChange(event.target.value as Value)}
  >
    {props.choices.map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </select>
);
