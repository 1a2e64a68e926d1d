import { useSettings } from '#features/settings/web/site-settings.ts';
import { classNames } from '#platform/design/class-names.ts';
import { Icon } from '#platform/design/icon.tsx';
import { SubscribeButton } from './subscribe-button.tsx';
import * as css from './subscribe-gate.module.css';

interface SubscribeGateProps {
  /** Names what is locked: 'This wave is for subscribers'. */
  title: string;
  /** Number of free samples that stay open. */
  samples?: number;
  headingLevel?: 2 | 3;
  /** For a narrow column beside a lock: without its own lock, and with its parts below each other. */
  compact?: boolean;
  className?: string;
}

/** The prompt of a view with locked content: what a subscription opens, its price, and its button. */
export function SubscribeGate(props: SubscribeGateProps) {
  const { title, samples = 0, headingLevel = 2, compact = false, className } = props;
  const price = useSettings()('subscription.price');
  const Heading = `h${headingLevel}` as const;
  return (
    <aside className={classNames(css.gate, compact && css.compact, className)} aria-label={title}>
      {compact ? null : (
        <span className={css.lock} data-part="lock">
          <Icon name="lock" />
        </span>
      )}
      <div>
        <Heading>{title}</Heading>
        <p>A subscription unlocks every ocean, wave and droplet.{sampleSentence(samples)}</p>
      </div>
      <div className={css.action}>
        <div className="price">
          <b>{`$${price.replace(/\B(?=\d{3}\.)/, ',')}`}</b>
          <span>per month, USD</span>
        </div>
        <SubscribeButton />
      </div>
    </aside>
  );
}

function sampleSentence(samples: number): string {
  if (samples === 0) return '';
  return samples === 1 ? ' The sample stays free for everyone.' : ' The samples stay free for everyone.';
}
