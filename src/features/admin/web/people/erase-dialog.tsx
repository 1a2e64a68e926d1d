import { useId, useState } from 'react';
import type { PersonDetails } from '#features/people/contract/schemas.ts';
import { ConfirmDialog } from '#platform/design/dialog/confirm-dialog.tsx';
import * as css from '../record.module.css';
import { eraseEffect } from './erase-effect.ts';
import type { PersonCalls } from './use-person-calls.ts';

/** Asks for the person's address before erasing all their data. */
export function EraseDialog({ person, erase }: { person: PersonDetails; erase: PersonCalls['erase'] }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { email, name } = person;
  const confirmation = email ?? name ?? '';
  const isTyped = typed.trim().toLowerCase() === confirmation.toLowerCase();
  const close = () => {
    setOpen(false);
    setTyped('');
  };
  return (
    <>
      <button
        type="button"
        className="btn line sm"
        aria-disabled={erase.isPending || undefined}
        onClick={() => erase.isPending || setOpen(true)}
      >
        Erase
      </button>
      <ConfirmDialog
        open={isOpen}
        title={`Erase ${name ?? email ?? ''}`}
        label="Erase"
        busy={!isTyped || erase.isPending}
        onConfirm={() => {
          close();
          erase.mutate(typed.trim());
        }}
        onCancel={close}
      >
        <p>{eraseEffect(person)}</p>
        <div className="field">
          <label htmlFor={id} className={css.address}>
            Type {confirmation} to confirm
          </label>
          <input
            id={id}
            className="input"
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      </ConfirmDialog>
    </>
  );
}
