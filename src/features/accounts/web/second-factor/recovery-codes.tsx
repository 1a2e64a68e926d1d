import { useEffect, useRef } from 'react';
import { useUnloadGuard } from '#platform/design/form/use-unload-guard.ts';
import * as css from './second-factor.module.css';

/** Shows new recovery codes, for the only time. */
export function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored(): void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  // A reload or a closed page would lose them.
  useUnloadGuard(true);
  const file = `data:text/plain,${encodeURIComponent(`${codes.join('\n')}\n`)}`;
  return (
    <div className={css.setUp}>
      <h3 ref={title} tabIndex={-1}>
        Your recovery codes
      </h3>
      <p>Keep them where your phone is not. Each one works once. They are not shown again.</p>
      <ol className={css.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="row">
        <button className="btn" type="button" onClick={onStored}>
          I have stored them
        </button>
        <a className="btn line" href={file} download="recovery-codes.txt">
          Download
        </a>
      </div>
    </div>
  );
}
