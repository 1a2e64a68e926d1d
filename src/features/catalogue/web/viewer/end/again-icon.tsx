/** An arrow that turns back. */
export function AgainIcon() {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5.2 13a7 7 0 1 0 1.7-5.7L4.5 9.5M4.5 4.8v4.7h4.7" />
    </svg>
  );
}
