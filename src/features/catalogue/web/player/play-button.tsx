import { type ComponentProps, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import { Icon } from '#platform/design/icon.tsx';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import * as css from './play-button.module.css';

interface PlayButtonProps extends Omit<ComponentProps<'button'>, 'ref' | 'onClick'> {
  /** Title of the medium that the button plays. */
  title: string;
  /** The button was pressed, and its medium is loading. */
  busy?: boolean;
  /** `k` and Space press it, wherever the focus is. */
  takesKeys?: boolean;
  onPress(): void;
}

/** Shows a play button in the middle of a cover. `earlyPressScript` stores a press before hydration. */
export function PlayButton({ title, busy, takesKeys, onPress, className, ...rest }: PlayButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const press = useEffectEvent(onPress);
  const hydrated = useHydrated();
  useLayoutEffect(() => {
    if (button.current?.dataset.pressed === undefined) return;
    delete button.current.dataset.pressed;
    press();
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className={classNames(css.button, className)}
      aria-label={`Play ${title}`}
      aria-busy={busy || undefined}
      data-marks-press={hydrated ? undefined : ''}
      data-takes-keys={takesKeys ? '' : undefined}
      // The early-press script may have set its mark.
      suppressHydrationWarning
      {...rest}
      onClick={onPress}
    >
      <Icon name="play" className={css.icon} />
    </button>
  );
}
