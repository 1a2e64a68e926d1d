import { type FormEvent, useId } from 'react';
import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { Form } from '#platform/design/form/form.tsx';
import type { Item } from '../../content/content-kinds.ts';

interface PositionDialogProps {
  item: Item | null;
  /** Counted from 0. */
  index: number;
  count: number;
  onMove(to: number): void;
  onClose(): void;
}

/** Asks for an item's new position, for moves across pages or without dragging. */
export function PositionDialog({ item, index, count, onMove, onClose }: PositionDialogProps) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const typed = Number(new FormData(event.currentTarget).get('position'));
    onMove(Math.min(count, Math.max(1, typed)) - 1);
    onClose();
  };
  return (
    <Dialog open={item !== null} onClose={onClose} title={`Move “${item?.title ?? ''}”`}>
      <Form className="dialog-form" pending={false} error={null} onSubmit={submit}>
        <div className="field">
          <label htmlFor={id}>Position, from 1 to {count}</label>
          <input
            id={id}
            name="position"
            className="input"
            type="number"
            min={1}
            max={count}
            step={1}
            required
            defaultValue={index + 1}
          />
        </div>
        <div className="row end">
          <button className="btn line" type="button" onClick={onClose}>
            Cancel
          </button>
          <button className="btn" type="submit">
            Move
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
