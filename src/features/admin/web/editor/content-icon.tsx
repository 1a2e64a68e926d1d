/** Icons used only in the administration, so that learners do not load them. */
const PATHS = {
  users:
    'M5.7 8.5a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0-6.6 0ZM3 19.5c.6-3.6 3-5.2 6-5.2s5.4 1.6 6 5.2' +
    'M15.5 5.6a3.3 3.3 0 0 1 0 5.8M17.4 14.6c2 .6 3.2 2.2 3.6 4.9',
  calendar: 'M5 6.5h14v13H5ZM5 10.5h14M9 4v4M15 4v4',
  chart: 'M4.5 19.5h15M7.5 16v-5M12 16V6M16.5 16v-8',
  drops: 'M12 4c3.2 4 5 6.6 5 9.2a5 5 0 0 1-10 0C7 10.6 8.8 8 12 4Z',
  pulse: 'M3.5 12.5h4L10 6.5l4 11 2.5-5h4',
  drill: 'M5 12h13M13 6.5l5.5 5.5-5.5 5.5',
  pencil: 'M4.5 19.5l1-4L16 5l3 3L8.5 18.5Z',
  copy:
    'M10.5 8.5h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM15.5 8.5v-2' +
    'a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2',
  undo: 'M8.5 5 4.5 9l4 4M5 9h9a5.5 5.5 0 0 1 0 11h-3',
  grip: 'M9 6.5v.1M15 6.5v.1M9 12v.1M15 12v.1M9 17.5v.1M15 17.5v.1',
  up: 'M12 19V6M6 11.5 12 5.5l6 6',
  down: 'M12 5v13M6 12.5l6 6 6-6',
  eye:
    'M2.8 12S6 6 12 6s9.2 6 9.2 6-3.2 6-9.2 6-9.2-6-9.2-6ZM9.3 12a2.7 2.7 0 1 0 5.4 0' +
    'a2.7 2.7 0 1 0-5.4 0Z',
  eyeOff:
    'M9.6 6.3A9 9 0 0 1 12 6c6 0 9.2 6 9.2 6a15 15 0 0 1-2.5 3.2M6.3 8a15 15 0 0 0-3.5 4s3.2 6 9.2 6' +
    'a9 9 0 0 0 4.2-1M4.5 4.5l15 15',
};

export function ContentIcon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      {/* The handle is six dots. */}
      <path d={PATHS[name]} strokeWidth={name === 'grip' ? 2.6 : undefined} />
    </svg>
  );
}
