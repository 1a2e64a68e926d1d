/** Wide cards that are on their way. */
export function CardSkeletons({ count, label = 'Loading oceans' }: { count: number; label?: string }) {
  return (
    <div role="status">
      <span className="sr">{label}</span>
      <ul className="grid-3" aria-hidden="true">
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <li className="card" key={place}>
            <div className="art ocean skel" />
            <div className="skel skel-title" />
            <div className="skel skel-line" />
            <div className="skel skel-line short" />
          </li>
        ))}
      </ul>
    </div>
  );
}
