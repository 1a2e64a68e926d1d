import { type FormEvent, useId } from 'react';
import { Dialog } from '#platform/design/dialog.tsx';
import type { Item } from './content-kinds.ts';

interface PlaceDialogProps {
  item: Item | null;
  /** From 0. */
  place: number;
  count: number;
  onMove(to: number): void;
  onClose(): void;
}

/** Asks for the number that an item shall have in its list: the way across pages, and without dragging. */
export function PlaceDialog({ item, place, count, onMove, onClose }: PlaceDialogProps) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wish = Number(new FormData(event.currentTarget).get('place'));
    onMove(Math.min(count, Math.max(1, wish)) - 1);
    onClose();
  };
  return (
    <Dialog open={item !== null} onClose={onClose} title={`Move “${item?.title ?? ''}”`}>
      <form className="dialog-form" onSubmit={submit}>
        <div className="field">
          <label htmlFor={id}>Place, from 1 to {count}</label>
          <input
            id={id}
            name="place"
            className="input"
            type="number"
            min={1}
            max={count}
            step={1}
            required
            defaultValue={place + 1}
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
      </form>
    </Dialog>
  );
}
