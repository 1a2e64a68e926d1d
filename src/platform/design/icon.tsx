/** The design's line icons, on a grid of 24 units, in the text's color. */
const PATHS = {
  heart: 'M12 20.2s-7.6-4.4-7.6-10.1A4.3 4.3 0 0 1 12 7.5a4.3 4.3 0 0 1 7.6 2.6c0 5.7-7.6 10.1-7.6 10.1Z',
  lock:
    'M7.9 10.8h8.2a2.4 2.4 0 0 1 2.4 2.4v4.4a2.4 2.4 0 0 1-2.4 2.4h-8.2a2.4 2.4 0 0 1-2.4-2.4v-4.4' +
    'a2.4 2.4 0 0 1 2.4-2.4ZM8.4 10.8V8a3.6 3.6 0 0 1 7.2 0v2.8',
  play: 'M8 5.4v13.2L18.8 12Z',
  close: 'M6 6l12 12M18 6 6 18',
  left: 'M14.5 5.5 8 12l6.5 6.5',
  right: 'M9.5 5.5 16 12l-6.5 6.5',
  down: 'M5.5 9.5 12 16l6.5-6.5',
  search: 'M4.7 11a6.3 6.3 0 1 0 12.6 0a6.3 6.3 0 1 0-12.6 0ZM15.8 15.8l4.4 4.4',
  video:
    'M5.9 6.5h7.2a2.4 2.4 0 0 1 2.4 2.4v6.2a2.4 2.4 0 0 1-2.4 2.4h-7.2a2.4 2.4 0 0 1-2.4-2.4v-6.2' +
    'a2.4 2.4 0 0 1 2.4-2.4ZM15.5 11l5-3v8l-5-3',
  audio: 'M4 10v4M8 7v10M12 4.5v15M16 8v8M20 10.5v3',
  doc: 'M7 3.5h7l4 4v13H7ZM14 3.5v4h4',
  trash: 'M5 7h14M9.5 7V4.8h5V7M7 7l.8 12.5h8.4L17 7',
  plus: 'M12 5v14M5 12h14',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0ZM12 7.8v5M12 16.1v.1',
  home: 'M4.5 11 12 4.5l7.5 6.5v8.5h-5v-5h-5v5h-5Z',
  compass: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0ZM15.6 8.4l-2 5.2-5.2 2 2-5.2Z',
  user: 'M8.7 8.5a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0-6.6 0ZM6 19.5c.6-3.6 3-5.2 6-5.2s5.4 1.6 6 5.2',
  sliders: 'M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0ZM7 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0Z',
  card:
    'M5.7 6h12.6a2.2 2.2 0 0 1 2.2 2.2v7.6a2.2 2.2 0 0 1-2.2 2.2h-12.6a2.2 2.2 0 0 1-2.2-2.2v-7.6' +
    'a2.2 2.2 0 0 1 2.2-2.2ZM3.5 10h17',
  out: 'M13.5 5H6v14h7.5M10.5 12H20M16.5 8.5 20 12l-3.5 3.5',
};

export type IconName = keyof typeof PATHS;

interface Look {
  className?: string | undefined;
}

/** A decorative icon. The surrounding control has the accessible name. */
export const Icon = ({ name, className }: { name: IconName } & Look) => (
  <LineIcon path={PATHS[name]} className={className} />
);

/** An icon whose path is in the using file, because every first view loads the icons above. */
export function LineIcon({ path, className }: { path: string } & Look) {
  return (
    <svg className={className ? `i ${className}` : 'i'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
