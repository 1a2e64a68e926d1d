import { type FocusEvent, type KeyboardEvent, useId, useRef } from 'react';
import type { User } from '#features/accounts/contract.ts';
import { useLogout } from '#features/accounts/web/use-logout.ts';
import { Icon, type IconName } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { initials } from './initials.ts';

/** The avatar and what hangs from it; the browser closes it on Escape, and on a click beside it. */
export function UserMenu({ user }: { user: User }) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const { logout, pending } = useLogout();
  const close = () => panel.current?.hidePopover();
  return (
    <>
      <button
        className="avatar"
        type="button"
        aria-label={`Account: ${user.username}`}
        popoverTarget={id}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          panel.current?.showPopover();
        }}
      >
        {/* A picture of the name rather than a text: it is drawn by the style sheet, and the label says the name. */}
        <span data-initials={initials(user.username)} />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only moves the focus among its own links */}
      <div
        ref={panel}
        id={id}
        className="pop user-menu"
        popover="auto"
        onToggle={(event) => {
          if (event.newState === 'open') entriesOf(event.currentTarget)[0]?.focus();
        }}
        onKeyDown={moveFocus}
        onBlur={(event: FocusEvent<HTMLDivElement>) => {
          // Out with the Tab key; a press on the avatar closes it by itself.
          const to = event.relatedTarget;
          if (to && !event.currentTarget.contains(to) && !to.classList.contains('avatar')) close();
        }}
      >
        <div className="who">
          <b>{user.username}</b>
          <span className="meta">{user.email ?? 'No email provided'}</span>
        </div>
        <hr />
        <Entry href="/explore" icon="compass" label="Explore" onClick={close} />
        <Entry href="/favorites" icon="heart" label="Favorites" onClick={close} />
        <Entry href="/account" icon="user" label="Account" onClick={close} />
        {user.role === 'admin' ? (
          <Entry href="/admin" icon="sliders" label="Admin Dashboard" onClick={close} />
        ) : null}
        <hr />
        <button
          className="item"
          type="button"
          // Not `disabled`: that would take the focus away from whoever pressed it with a key.
          aria-disabled={pending || undefined}
          onClick={() => {
            if (!pending) logout();
          }}
        >
          <Icon name="out" />
          {pending ? 'Logging out...' : 'Log out'}
        </button>
      </div>
    </>
  );
}

interface EntryProps {
  href: string;
  icon: IconName;
  label: string;
  onClick: () => void;
}

function Entry({ href, icon, label, onClick }: EntryProps) {
  return (
    <Link href={href} onClick={onClick}>
      <Icon name={icon} />
      {label}
    </Link>
  );
}

const entriesOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('a, button')];

/** Arrow keys, Home and End walk through the menu. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const items = entriesOf(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  items.at(to % items.length)?.focus();
}
