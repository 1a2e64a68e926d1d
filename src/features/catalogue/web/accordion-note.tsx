/** Instead of a part's content. */
export function AccordionNote({ text, failed }: { text: string; failed?: boolean }) {
  return (
    <p className="acc-note" role={failed ? 'alert' : undefined}>
      {text}
    </p>
  );
}
