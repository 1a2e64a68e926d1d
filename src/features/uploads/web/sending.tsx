import type { RefObject } from 'react';
import * as row from './file-row.module.css';
import type { SendingState } from './resumable/sending-setup.ts';
import { percentOf, sizesOf } from './resumable/sizes.ts';
import * as css from './sending.module.css';

/** Screen readers announce the percents in these steps. */
const SPOKEN_STEP = 25;

interface SendingProps extends SendingState {
  name: string;
  bytes: number;
  onPause(): void;
  onGoOn(): void;
  onCancel(): void;
  /** The button that gets the focus during the upload. */
  cancelRef?: RefObject<HTMLButtonElement | null>;
}

/** Shows the sent share of a file, with Pause and Cancel. */
export function Sending({ name, bytes, phase, sent, onPause, onGoOn, onCancel, cancelRef }: SendingProps) {
  const percent = percentOf(sent, bytes);
  const stands = phase === 'paused' || phase === 'lost';
  return (
    <div className={`${row.fileRow} ${css.sending}`} data-part="sending">
      <span className={row.name} aria-hidden="true">
        {name}
      </span>
      <progress className={row.progressBar} aria-label={`Uploading ${name}`} max={100} value={percent} />
      <span className={css.amount}>{describe(phase, percent, sent, bytes)}</span>
      <span className={css.actions}>
        {phase === 'checking' ? null : (
          <button className="btn quiet sm" type="button" onClick={stands ? onGoOn : onPause}>
            {stands ? 'Go on' : 'Pause'}
            <span className="sr"> uploading {name}</span>
          </button>
        )}
        <button ref={cancelRef} className="btn quiet sm" type="button" onClick={onCancel}>
          Cancel<span className="sr"> uploading {name}</span>
        </button>
      </span>
      <p className="sr" role="status">
        {spoken(name, phase, percent)}
      </p>
    </div>
  );
}

function describe(phase: SendingState['phase'], percent: number, sent: number, bytes: number): string {
  if (phase === 'checking') return 'Checking...';
  if (phase === 'lost') return `The connection was lost at ${percent} percent. It goes on by itself.`;
  const amount = `${percent} percent, ${sizesOf(sent, bytes)}`;
  return phase === 'paused' ? `Paused: ${amount}` : amount;
}

function spoken(name: string, phase: SendingState['phase'], percent: number): string | null {
  if (phase === 'lost') return `${name}: the connection was lost. It goes on by itself.`;
  if (phase === 'paused') return `${name}: paused.`;
  const step = percent - (percent % SPOKEN_STEP);
  return phase === 'sending' && step > 0 ? `${name}: ${step} percent uploaded.` : null;
}
