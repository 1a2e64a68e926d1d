import { useState } from 'react';
import { toast } from '#platform/design/toast.tsx';
import { loadSubscribing } from './subscribe-code.ts';
import { type SubscribeWish, wishToSubscribe } from './subscribe-wish.ts';

interface SubscribeButtonProps {
  label?: string;
  className?: string;
  wish?: SubscribeWish;
}

/** Opens the dialog; its code is fetched when somebody points at the button. */
export function SubscribeButton(props: SubscribeButtonProps) {
  const { label = 'Subscribe Now', className = 'btn', wish = 'subscribe' } = props;
  const [waiting, setWaiting] = useState(false);
  const intent = () => void loadSubscribing().catch(() => {});
  const open = async () => {
    if (waiting) return;
    setWaiting(true);
    try {
      await loadSubscribing();
      wishToSubscribe(wish);
    } catch {
      toast({
        kind: 'bad',
        title: 'The subscription could not be opened',
        description: 'Please check your connection and try again.',
      });
    }
    setWaiting(false);
  };
  return (
    <button
      className={className}
      type="button"
      aria-haspopup="dialog"
      aria-disabled={waiting || undefined}
      onPointerEnter={intent}
      onFocus={intent}
      onTouchStart={intent}
      onClick={() => void open()}
    >
      {waiting ? 'One moment...' : label}
    </button>
  );
}
