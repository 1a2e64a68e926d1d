import * as css from './accordion.module.css';

/** Shows a line of text instead of a section's content. */
export function AccordionNote({ text, failed }: { text: string; failed?: boolean }) {
  return (
    <p className={css.note} role={failed ? 'alert' : undefined}>
      {text}
    </p>
  );
}
