/** The administrator's own icons, in the design's line; learners never load them. */
const PATHS = {
  copy: '<rect x="8.5" y="8.5" width="11" height="11" rx="2"/><path d="M15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2"/>',
  grip: '<path d="M9 6.5v.1M15 6.5v.1M9 12v.1M15 12v.1M9 17.5v.1M15 17.5v.1" stroke-width="2.6"/>',
  up: '<path d="M12 19V6M6 11.5 12 5.5l6 6"/>',
  down: '<path d="M12 5v13M6 12.5l6 6 6-6"/>',
  eye: '<path d="M2.8 12S6 6 12 6s9.2 6 9.2 6-3.2 6-9.2 6-9.2-6-9.2-6Z"/><circle cx="12" cy="12" r="2.7"/>',
  eyeOff:
    '<path d="M9.6 6.3A9 9 0 0 1 12 6c6 0 9.2 6 9.2 6a15 15 0 0 1-2.5 3.2M6.3 8a15 15 0 0 0-3.5 4s3.2 6 9.2 6a9 9 0 0 0 4.2-1M4.5 4.5l15 15"/>',
};

export function ContentIcon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg
      className="i"
      viewBox="0 0 24 24"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of this file
      dangerouslySetInnerHTML={{ __html: PATHS[name] }}
    />
  );
}
