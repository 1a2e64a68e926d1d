/** Three rings on still water. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="spin" role="status">
      <i />
      <i />
      <i />
      <span className="sr">{label}</span>
    </div>
  );
}

/** A page that is on its way. */
export function PageSpinner({ text }: { text?: string }) {
  return (
    <div className="calm page-spinner">
      <Spinner />
      {text === undefined ? null : <p>{text}</p>}
    </div>
  );
}
