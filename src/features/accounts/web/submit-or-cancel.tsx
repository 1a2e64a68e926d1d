import { SubmitButton } from '#platform/design/form/submit-button.tsx';

interface SubmitOrCancelProps {
  label: string;
  busyLabel?: string;
  onCancel(): void;
}

/** Shows the buttons of a form that opens inside the account page. */
export function SubmitOrCancel({ label, busyLabel = 'One moment...', onCancel }: SubmitOrCancelProps) {
  return (
    <div className="row">
      <SubmitButton label={label} busyLabel={busyLabel} className="btn" />
      <button className="btn line" type="button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
