import { PLAYER_SHORTCUTS } from '#features/catalogue/web/player/input/player-shortcuts.ts';
import { NEXT_KEY, PREVIOUS_KEY } from '#features/catalogue/web/viewer/step-keys.ts';
import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { SHORTCUTS_KEY } from './comfort-script.ts';
import * as css from './shortcuts-dialog.module.css';

/** Every shortcut, from the data that binds it. Escape is handled by the browser. */
const SHORTCUTS = [
  ...PLAYER_SHORTCUTS.map(({ label, keys }) => ({ label, keys: Object.keys(keys) })),
  { label: 'Previous or next droplet', keys: [PREVIOUS_KEY, NEXT_KEY] },
  { label: 'Close', keys: ['Escape'] },
  { label: 'This list', keys: [SHORTCUTS_KEY] },
];

/** Symbol of a key, and its name for screen readers where that differs. */
const CAPS: Readonly<Record<string, { sign: string; name?: string }>> = {
  ' ': { sign: 'Space' },
  ArrowLeft: { sign: '←', name: 'Left arrow' },
  ArrowRight: { sign: '→', name: 'Right arrow' },
  Escape: { sign: 'Esc', name: 'Escape' },
  '<': { sign: '<', name: 'Less than' },
  '>': { sign: '>', name: 'Greater than' },
  '?': { sign: '?', name: 'Question mark' },
};

/** Shows the keys and their functions. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Shortcuts">
      <dl className={css.list}>
        {SHORTCUTS.map(({ label, keys }) => (
          <div key={label}>
            <dt>
              {keys.map((key) => (
                <Key key={key} name={key} />
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function Key({ name }: { name: string }) {
  const cap = CAPS[name] ?? { sign: name.toUpperCase() };
  return (
    <kbd className={css.keyCap}>
      {cap.name === undefined ? (
        cap.sign
      ) : (
        <>
          <span aria-hidden="true">{cap.sign}</span>
          <span className="sr">{cap.name}</span>
        </>
      )}
    </kbd>
  );
}
