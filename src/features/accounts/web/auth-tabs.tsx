import { type KeyboardEvent, type ReactNode, useRef } from 'react';

export type AuthTab = 'login' | 'register';

const TABS: { tab: AuthTab; label: string }[] = [
  { tab: 'login', label: 'Login' },
  { tab: 'register', label: 'Register' },
];

interface AuthTabsProps {
  current: AuthTab;
  onChoose(tab: AuthTab): void;
}

/** One stop of the Tab key; the arrow keys, Home and End move between the two. */
export function AuthTabs({ current, onChoose }: AuthTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = TABS.findIndex(({ tab }) => tab === current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : TABS.at(to % TABS.length);
    if (!next) return;
    event.preventDefault();
    onChoose(next.tab);
    list.current?.querySelector<HTMLElement>(`#tab-${next.tab}`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label="Account" ref={list} onKeyDown={onKeyDown}>
      {TABS.map(({ tab, label }) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === current}
          aria-controls={`panel-${tab}`}
          tabIndex={tab === current ? 0 : -1}
          onClick={() => onChoose(tab)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Both panels stay in the page, so that what was typed in one survives a look at the other. */
export function AuthPanel({
  tab,
  current,
  children,
}: {
  tab: AuthTab;
  current: AuthTab;
  children: ReactNode;
}) {
  return (
    <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`} hidden={tab !== current}>
      {children}
    </div>
  );
}
