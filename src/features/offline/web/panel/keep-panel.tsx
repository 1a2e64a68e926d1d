import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { Icon, type IconName } from '#platform/design/icon.tsx';
import { many } from '#platform/web/counts.ts';
import { LocalDate } from '#platform/web/local-date.tsx';
import { canKeep, deviceName, formatSize, freeRoom } from '../state/device.ts';
import { failureWords } from '../state/failure-words.ts';
import { findNeeds, type Needs } from '../state/find-needs.ts';
import { keep, type Run, type Subject, useKeepState } from '../state/keep-state.ts';
import { holds, isOpen, isSame, type Kept, openUntil } from '../store/kept.ts';
import { refreshKept } from '../store/refresh-kept.ts';
import { removeItems } from '../store/remove-items.ts';
import { DownloadIcon } from './download-icon.tsx';
import * as css from './keep-panel.module.css';
import { KeptList } from './kept-list.tsx';

interface KeepPanelProps {
  subject: Subject;
  title: string;
  /** The subject in a sentence: 'This wave'. */
  noun: string;
  /** Icon of the offer. */
  icon?: IconName;
}

/** Offers to keep something on this device, and shows the download and the kept items. */
export function KeepPanel(props: KeepPanelProps) {
  const { subject, title } = props;
  const { kept, runs } = useKeepState();
  const [announced, setAnnounced] = useState('');
  if (kept === undefined || !canKeep()) return null;
  const run = runs[subject.name];
  const isKept = kept !== null && subject.refs.every((ref) => holds(kept, ref));
  const begin = (needs?: Needs) => {
    setAnnounced(`Keeping ${title}`);
    void keep(subject, needs).then(() => setAnnounced(''));
  };
  return (
    <>
      <span className="sr" role="status">
        {isKept && announced === '' ? `${title} is kept on this ${deviceName()}` : announced}
      </span>
      <section className={css.panel} aria-label={`Keep on this ${deviceName()}`} data-part="keep">
        {run ? (
          <Running {...props} run={run} onRetry={() => begin()} />
        ) : isKept ? (
          <Holding subject={subject} kept={kept} />
        ) : (
          <Offer {...props} onKeep={begin} />
        )}
      </section>
    </>
  );
}

interface FaceProps {
  icon?: IconName | undefined;
  bad?: boolean;
  title: ReactNode;
  text: ReactNode;
  children: ReactNode;
}

/** One state of the panel: an icon, a text, and one button. */
function Face({ icon, bad, title, text, children }: FaceProps) {
  return (
    <div className={css.face}>
      {icon ? (
        <Icon name={icon} className={bad ? css.alarm : css.icon} />
      ) : (
        <DownloadIcon className={css.icon} />
      )}
      <div>
        <b>{title}</b>
        <p>{text}</p>
      </div>
      {children}
    </div>
  );
}

function Offer({ subject, title, icon, onKeep }: KeepPanelProps & { onKeep(needs: Needs): void }) {
  const { data: needs } = useQuery({
    queryKey: ['keep-needs', ...subject.refs.map(({ kind, id }) => `${kind}-${id}`)],
    queryFn: async () => ({ ...(await findNeeds(subject.refs)), free: await freeRoom() }),
    // The result changes with every file that is stored or removed.
    staleTime: 0,
    gcTime: 0,
  });
  // Everything is locked, or the sizes cannot be read without a connection.
  if (needs === undefined || needs.lessons === 0) return null;
  const free = needs.free === undefined ? '' : `, ${formatSize(needs.free)} are free`;
  const away =
    needs.away === 0 ? '' : ` ${needs.away} of them ${needs.away === 1 ? 'needs' : 'need'} a connection.`;
  return (
    <Face
      icon={icon}
      title={title}
      text={`${many(needs.lessons, 'droplet')}. Needs ${formatSize(needs.bytes)}${free}.${away}`}
    >
      <button className="btn line" type="button" onClick={() => onKeep(needs)}>
        Keep on this {deviceName()}
      </button>
    </Face>
  );
}

function Running(props: KeepPanelProps & { run: Run; onRetry(): void }) {
  const { needs, failure, done, bytes, stop } = props.run;
  if (failure) return <Failed {...props} />;
  const total = needs.bytes;
  // The sizes are not known yet.
  if (needs.lessons === 0) return null;
  return (
    <>
      <Face
        title={`Keeping ${Math.min(done + 1, needs.lessons)} of ${needs.lessons}`}
        text={`${formatSize(bytes)} of ${formatSize(total)}. You can go on while it loads.`}
      >
        <button className="btn line" type="button" onClick={stop}>
          Stop
        </button>
      </Face>
      <progress
        className={css.progress}
        aria-label="Keeping"
        max={Math.max(1, total)}
        value={Math.min(bytes, total)}
      />
    </>
  );
}

function Failed({ noun, run, onRetry }: KeepPanelProps & { run: Run; onRetry(): void }) {
  const [showing, setShowing] = useState(false);
  const { title, description } = failureWords(run, noun);
  const isFull = run.failure?.kind === 'no-room';
  return (
    <div role="alert">
      <Face icon="alert" bad title={title} text={description}>
        <button className="btn line" type="button" onClick={isFull ? () => setShowing(true) : onRetry}>
          {isFull ? 'See what is kept' : 'Try again'}
        </button>
      </Face>
      <Dialog open={showing} onClose={() => setShowing(false)} title={`Kept on this ${deviceName()}`}>
        <KeptList />
      </Dialog>
    </div>
  );
}

function Holding({ subject, kept }: { subject: Subject; kept: Kept }) {
  const [asking, setAsking] = useState(false);
  if (!isOpen(kept)) {
    const ask = () => {
      setAsking(true);
      // Without a connection nothing changes, and the text remains true.
      void refreshKept()
        .catch(() => {})
        .finally(() => setAsking(false));
    };
    return (
      <Face
        icon="lock"
        title="Connect once to go on"
        text="Kept lessons open for 7 days. Connect for a moment and they open again. Nothing is lost."
      >
        <button className="btn line" type="button" aria-disabled={asking || undefined} onClick={ask}>
          Try again
        </button>
      </Face>
    );
  }
  const items = kept.items.filter((item) => subject.refs.some((ref) => isSame(ref, item)));
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  return (
    <Face
      icon="check"
      title={`Kept on this ${deviceName()}`}
      text={
        <>
          {bytes > 0 ? `${formatSize(bytes)}. ` : ''}Opens without a connection until{' '}
          <LocalDate instant={new Date(openUntil(kept)).toISOString()} />.
        </>
      }
    >
      {items.length > 0 ? (
        <button className="btn line" type="button" onClick={() => void removeItems(items)}>
          Remove
        </button>
      ) : null}
    </Face>
  );
}
