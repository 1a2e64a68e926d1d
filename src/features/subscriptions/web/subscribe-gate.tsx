import { Icon } from '#platform/design/icon.tsx';
import { SubscribeButton } from './subscribe-button.tsx';

interface SubscribeGateProps {
  /** What is locked, as the title says it: 'This wave is for subscribers'. */
  title: string;
  /** How many free samples stay open beside it. */
  samples?: number;
  headingLevel?: 2 | 3;
}

/** The one prompt of a view with locked content: what subscribing opens, its price, and the way to it. */
export function SubscribeGate({ title, samples = 0, headingLevel = 2 }: SubscribeGateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <aside className="gate" aria-label={title}>
      <span className="lock-disc">
        <Icon name="lock" />
      </span>
      <div>
        <Heading>{title}</Heading>
        <p>Subscribing opens every ocean, wave and droplet.{sampleSentence(samples)}</p>
      </div>
      <div className="gate-end">
        <div className="price">
          <b>$20.00</b>
          <span>per month, USD</span>
        </div>
        <SubscribeButton />
      </div>
    </aside>
  );
}

function sampleSentence(samples: number): string {
  if (samples === 0) return '';
  return samples === 1
    ? ' The free sample stays open to everyone.'
    : ' The free samples stay open to everyone.';
}
