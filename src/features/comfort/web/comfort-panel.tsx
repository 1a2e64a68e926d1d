import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { resetCaptions } from '#features/catalogue/web/player/playback/preferences.ts';
import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { useSite } from '#platform/web/page.ts';
import { MOTIONS, TEXT_SIZES, THEMES } from '../contract/calls.ts';
import type { Comfort } from '../contract/schemas.ts';
import { readComfort } from '../shared/read-comfort.ts';
import * as css from './comfort-panel.module.css';
import { applyComfort, fetchComfort, storeComfort } from './own-comfort.ts';

interface ComfortPanelProps {
  open: boolean;
  onClose(): void;
}

/** Shows theme, text size, motion and captions. A choice has an immediate effect. */
export function ComfortPanel({ open, onClose }: ComfortPanelProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Comfort" className={css.panel}>
      <Choices />
    </Dialog>
  );
}

/** Notes on where the choices are stored. */
const NOTES = {
  account: 'Kept with your account.',
  browser: 'Kept in this browser.',
  failed: 'Could not be kept. It holds until you leave this page.',
};

function Choices() {
  const { api, signedIn } = useSite();
  const [comfort, setComfort] = useState(() => readComfort(document.cookie));
  const [failed, setFailed] = useState(false);
  const [touched, setTouched] = useState(false);
  /** Choices made while the account's choices are loading. They take priority. */
  const pressed = useRef<Partial<Comfort>>({});
  const store = useCallback(
    (next: Comfort) => {
      storeComfort(api, next).then(
        () => setFailed(false),
        () => setFailed(true),
      );
    },
    [api],
  );
  useEffect(() => {
    if (!signedIn) return;
    let current = true;
    fetchComfort(api).then(
      (stored) => {
        const isPressed = Object.keys(pressed.current).length > 0;
        if (!stored || !(current || isPressed)) return;
        const next = { ...stored, ...pressed.current };
        setComfort(next);
        applyComfort(next);
        // The press replaced the account's choices by this browser's in the cookie, so they are stored again.
        if (isPressed) store(next);
      },
      // On failure this browser's own choices stay.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [api, signedIn, store]);
  const choose = (change: Partial<Comfort>) => {
    const next = { ...comfort, ...change };
    pressed.current = { ...pressed.current, ...change };
    setComfort(next);
    setTouched(true);
    applyComfort(next);
    if (change.captions !== undefined) resetCaptions(api, change.captions);
    store(next);
  };
  return (
    <>
      <Choice
        legend="Theme"
        value={comfort.theme}
        options={THEMES}
        labels={['System', 'Light', 'Dark']}
        onChoose={(theme) => choose({ theme })}
      />
      <Choice
        legend="Text size"
        value={comfort.text}
        options={TEXT_SIZES}
        labels={['Normal', 'Large', 'Larger']}
        onChoose={(text) => choose({ text })}
      />
      <p className={css.sample}>A pause is not lost time.</p>
      <Choice
        legend="Motion"
        value={comfort.motion}
        options={MOTIONS}
        labels={['System', 'On', 'Off']}
        onChoose={(motion) => choose({ motion })}
      />
      <Choice
        legend="Captions"
        value={comfort.captions}
        options={[true, false]}
        labels={['On', 'Off']}
        onChoose={(captions) => choose({ captions })}
      />
      <div className={css.foot}>
        <p className="meta" role={touched ? 'status' : undefined}>
          {NOTES[failed ? 'failed' : signedIn ? 'account' : 'browser']}
        </p>
        <button className="btn quiet" type="button" data-opens="shortcuts">
          Shortcuts
        </button>
      </div>
    </>
  );
}

interface ChoiceProps<Value> {
  legend: string;
  value: Value;
  options: readonly Value[];
  /** One label for each option. */
  labels: readonly string[];
  onChoose(value: Value): void;
}

/** A choice between a few options, as radio buttons in a row. */
function Choice<Value>({ legend, value, options, labels, onChoose }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={css.choice}>
      <legend>{legend}</legend>
      <div className={css.options}>
        {options.map((option, index) => (
          <label key={labels[index]}>
            <input type="radio" name={name} checked={option === value} onChange={() => onChoose(option)} />
            <span>{labels[index]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
