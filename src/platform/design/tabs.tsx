import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

export interface Tab<Name extends string> {
  name: Name;
  label: ReactNode;
  /** Reason why the tab is disabled, as its accessible description. */
  closed?: string;
}

interface TabsProps<Name extends string> {
  /** Accessible name of the tab list, and prefix of the ids. */
  label: string;
  tabs: readonly Tab<Name>[];
  current: Name;
  onChoose(tab: Name): void;
}

const slug = (label: string) => label.toLowerCase().replaceAll(' ', '-');
const tabId = (label: string, name: string) => `${slug(label)}-${name}-tab`;
const panelId = (label: string) => `${slug(label)}-panel`;

/** A tab list with one tab stop. The arrow keys, Home and End move between the tabs. */
export function Tabs<Name extends string>({ label, tabs, current, onChoose }: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null);
  const choose = ({ name, closed }: Tab<Name>) => {
    if (closed === undefined && name !== current) onChoose(name);
  };

  // On a phone the tabs are wider than the screen, so the current one is scrolled into view.
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>(`#${tabId(label, current)}`);
    if (!row || !tab) return;
    const { left, right } = tab.getBoundingClientRect();
    const edges = row.getBoundingClientRect();
    if (left < edges.left || right > edges.right) row.scrollLeft += left - edges.left;
  }, [label, current]);

  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex(({ name }) => tabId(label, name) === document.activeElement?.id);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (!tab) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`#${tabId(label, tab.name)}`)?.focus();
    choose(tab);
  }

  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          role="tab"
          id={tabId(label, tab.name)}
          aria-selected={tab.name === current}
          aria-controls={tab.name === current ? panelId(label) : undefined}
          // `disabled` would make the reason unreachable by the keyboard.
          aria-disabled={tab.closed === undefined ? undefined : true}
          aria-description={tab.closed}
          tabIndex={tab.name === current ? 0 : -1}
          onClick={() => choose(tab)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

interface TabPanelProps {
  /** The label of the tab list. */
  label: string;
  current: string;
  className?: string;
  children: ReactNode;
}

/** The content of the current tab. */
export function TabPanel({ label, current, className, children }: TabPanelProps) {
  return (
    <div role="tabpanel" id={panelId(label)} aria-labelledby={tabId(label, current)} className={className}>
      {children}
    </div>
  );
}
