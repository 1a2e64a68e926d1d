interface Access {
  accessType: 'free' | 'premium';
  /** Oceans are never samples. */
  isSample?: boolean;
}

/**
 * Premium, Free Sample, or nothing. A sample is open to everyone, so it is not called premium; Explore passes
 * `asStored` and shows the access as it is kept.
 */
export function AccessBadge({ of, asStored }: { of: Access; asStored?: boolean }) {
  if (of.isSample && !asStored) return <span className="badge free">Free Sample</span>;
  return of.accessType === 'premium' ? <PremiumBadge /> : null;
}

function PremiumBadge() {
  return (
    <span className="badge">
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="M0 6a6 6 0 0 1 12 0ZM2 8h8v1.200H2ZM4 10.4h4v1.200H4Z" fill="currentColor" />
      </svg>
      Premium
    </span>
  );
}
