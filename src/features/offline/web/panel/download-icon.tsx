/** An icon in its own file, because every first view loads the shared icons. */
export const DownloadIcon = ({ className = '' }: { className?: string | undefined }) => (
  <svg className={`i ${className}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 4v10.5M8 11.2l4 3.8 4-3.8M5 19.5h14" />
  </svg>
);
