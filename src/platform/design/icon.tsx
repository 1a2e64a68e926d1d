/** The design's own line icons: 24 units, drawn with the stroke of the text around them. */
const PATHS = {
  heart:
    '<path d="M12 20.2s-7.6-4.4-7.6-10.1A4.3 4.3 0 0 1 12 7.5a4.3 4.3 0 0 1 7.6 2.6c0 5.7-7.6 10.1-7.6 10.1Z"/>',
  lock: '<rect x="5.5" y="10.8" width="13" height="9.2" rx="2.4"/><path d="M8.4 10.8V8a3.6 3.6 0 0 1 7.2 0v2.8"/>',
  play: '<path d="M8 5.4v13.2L18.8 12Z"/>',
  close: '<path d="m6 6 12 12M18 6 6 18"/>',
  left: '<path d="M14.5 5.5 8 12l6.5 6.5"/>',
  right: '<path d="M9.5 5.5 16 12l-6.5 6.5"/>',
  down: '<path d="M5.5 9.5 12 16l6.5-6.5"/>',
  search: '<circle cx="11" cy="11" r="6.3"/><path d="m15.8 15.8 4.4 4.4"/>',
  video: '<rect x="3.5" y="6.5" width="12" height="11" rx="2.4"/><path d="m15.5 11 5-3v8l-5-3"/>',
  audio: '<path d="M4 10v4M8 7v10M12 4.5v15M16 8v8M20 10.5v3"/>',
  text: '<path d="M5 7h14M5 12h14M5 17h9"/>',
  doc: '<path d="M7 3.5h7l4 4v13H7Z"/><path d="M14 3.5v4h4"/>',
  pencil: '<path d="m4.5 19.5 1-4L16 5l3 3L8.5 18.5Z"/>',
  trash: '<path d="M5 7h14M9.5 7V4.8h5V7M7 7l.8 12.5h8.4L17 7"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  drill: '<path d="M5 12h13M13 6.5l5.5 5.5-5.5 5.5"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  alert: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.8v5M12 16.1v.1"/>',
  mail: '<rect x="3.5" y="6" width="17" height="12" rx="2.2"/><path d="m4.2 7.6 7.8 6 7.8-6"/>',
  home: '<path d="M4.5 11 12 4.5l7.5 6.5v8.5h-5v-5h-5v5h-5Z"/>',
  compass: '<circle cx="12" cy="12" r="8.5"/><path d="m15.6 8.4-2 5.2-5.2 2 2-5.2Z"/>',
  grid: '<rect x="4" y="5" width="7" height="5.5" rx="1"/><rect x="13" y="5" width="7" height="5.5" rx="1"/><rect x="4" y="13.5" width="7" height="5.5" rx="1"/><rect x="13" y="13.5" width="7" height="5.5" rx="1"/>',
  rows: '<path d="M4 6h16M4 12h16M4 18h16"/>',
  tree: '<path d="M6 4v14h5M6 10h5"/><circle cx="15" cy="10" r="2.4"/><circle cx="15" cy="18" r="2.4"/>',
  classic: '<rect x="4" y="5" width="16" height="14" rx="1.5"/><path d="M10 5v14"/>',
  user: '<circle cx="12" cy="8.5" r="3.3"/><path d="M6 19.5c.6-3.6 3-5.2 6-5.2s5.4 1.6 6 5.2"/>',
  users:
    '<circle cx="9" cy="8.5" r="3.3"/><path d="M3 19.5c.6-3.6 3-5.2 6-5.2s5.4 1.6 6 5.2M15.5 5.6a3.3 3.3 0 0 1 0 5.8M17.4 14.6c2 .6 3.2 2.2 3.6 4.9"/>',
  sliders:
    '<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>',
  chart: '<path d="M4.5 19.5h15M7.5 16v-5M12 16V6M16.5 16v-8"/>',
  card: '<rect x="3.5" y="6" width="17" height="12" rx="2.2"/><path d="M3.5 10h17"/>',
  out: '<path d="M13.5 5H6v14h7.5M10.5 12H20M16.5 8.5 20 12l-3.5 3.5"/>',
  drops: '<path d="M12 4c3.2 4 5 6.6 5 9.2a5 5 0 0 1-10 0C7 10.6 8.8 8 12 4Z"/>',
};

export type IconName = keyof typeof PATHS;

/** Decorative: the control around it carries the name. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      className={className ? `i ${className}` : 'i'}
      viewBox="0 0 24 24"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of this file
      dangerouslySetInnerHTML={{ __html: PATHS[name] }}
    />
  );
}
