/** Icons of the player, on the same grid as the site's (`design/icon.tsx`), and loaded with the player. */
const PATHS = {
  play: <path d="M8 5.4v13.2L18.8 12Z" fill="currentColor" />,
  pause: <path d="M8.8 6v12M15.2 6v12" strokeWidth="2.6" />,
  again: <path d="M5.2 13a7 7 0 1 0 1.7-5.7L4.5 9.5M4.5 4.8v4.7h4.7" />,
  captions: (
    <>
      <rect x="3.5" y="6" width="17" height="12" rx="2.4" />
      <path d="M10.8 10.6a2 2 0 1 0 0 2.8M17 10.6a2 2 0 1 0 0 2.8" />
    </>
  ),
  sound: <path d="M4.5 9.8v4.4h3L12 18V6L7.5 9.8ZM15.2 9.2a4 4 0 0 1 0 5.6M17.7 6.7a7.5 7.5 0 0 1 0 10.6" />,
  muted: <path d="M4.5 9.8v4.4h3L12 18V6L7.5 9.8ZM15.5 9.8l4.4 4.4M19.9 9.8l-4.4 4.4" />,
  more: <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth="3" />,
  expand: <path d="M9 4.5H4.5V9M15 4.5h4.5V9M9 19.5H4.5V15M15 19.5h4.5V15" />,
  shrink: <path d="M4.5 9H9V4.5M19.5 9H15V4.5M4.5 15H9v4.5M19.5 15H15v4.5" />,
  transcript: <path d="M5 7h14M5 12h14M5 17h9" />,
  pictureInPicture: (
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
      <path d="M12.5 12.5h5V16h-5Z" />
    </>
  ),
};

export type PlayerIconName = keyof typeof PATHS;

export function PlayerIcon({ name }: { name: PlayerIconName }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      {PATHS[name]}
    </svg>
  );
}
