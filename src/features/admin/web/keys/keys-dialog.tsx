import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { setSingleKeys, useSingleKeys } from './key-choice.ts';
import * as css from './keys-dialog.module.css';

interface KeyEntry {
  label: string;
  keys: readonly string[];
  /** A single-character key, which can be turned off. */
  single?: true;
}

const KEYS: readonly KeyEntry[] = [
  { label: 'Search in the list', keys: ['/'], single: true },
  { label: 'New', keys: ['n'], single: true },
  { label: 'Save', keys: ['Ctrl', 'S'] },
  { label: 'Close a question or a list', keys: ['Esc'] },
  { label: 'Select all from the last one to this one', keys: ['Shift', 'Space'] },
  { label: 'This list', keys: ['?'], single: true },
];

/** Lists the keys of the administration, and turns single-character keys off. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const isOn = useSingleKeys();
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      <dl className={css.keys}>
        {KEYS.map(({ label, keys, single }) => (
          <div key={label}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={css.keyCap}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>
              {label}
              {single && !isOn ? <span className="hint"> (off)</span> : null}
            </dd>
          </div>
        ))}
      </dl>
      <p className="hint">On a Mac, Command takes the place of Ctrl. In fields, letters are letters.</p>
      <label className={css.choice}>
        <input type="checkbox" checked={isOn} onChange={(event) => setSingleKeys(event.target.checked)} />
        Keys of one character
      </label>
    </Dialog>
  );
}
