interface LinkOutProps {
  url: string;
  /** What waits there: 'text', 'exercise'. */
  what: string;
  title: string;
}

/** A lesson that lives on another site. */
export function LinkOut({ url, what, title }: LinkOutProps) {
  const host = URL.parse(url)?.hostname ?? 'another site';
  return (
    <div className="link-out">
      <p>
        This {what} is kept at {host}.
      </p>
      <a className="btn line" href={url} target="_blank" rel="noopener">
        Open {title}
        <span className="sr"> (opens in a new tab)</span>
      </a>
    </div>
  );
}
