import { useState } from 'react';
import { toast } from '#platform/design/toast/toast.tsx';
import { loadSubscribing } from './load-subscribing.ts';
import { openSubscribing, type SubscribeIntent } from './subscribe-intent.ts';

interface SubscribeButtonProps {
  label?: string;
  className?: string;
  intent?: SubscribeIntent;
}

/** Opens the subscription dialog, whose code loads when somebody points at the button. */
export function SubscribeButton(props: SubscribeButtonProps) {
  const { label = 'Subscribe Now', className = 'btn', intent = 'subscribe' } = props;
  const [loading, setLoading] = useState(false);
  const { preload } = loadSubscribing;
  const open = async () => {
    if (loading) return;
    setLoading(true);
    try {
      await loadSubscribing();
      openSubscribing(intent);
    } catch {
      toast({
        kind: 'bad',
        title: 'The subscribe dialog could not be opened',
        description: 'Please check your connection and try again.',
      });
    }
    setLoading(false);
  };
  return (
    <button
      className={className}
      type="button"
      aria-haspopup="dialog"
      aria-disabled={loading || undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onTouchStart={preload}
      onClick={() => void open()}
    >
      {loading ? 'One moment...' : label}
    </button>
  );
}
