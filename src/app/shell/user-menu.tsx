import { type FocusEvent, type KeyboardEvent, useId, useRef } from 'react';
import type { User } from '#features/accounts/contract/schemas.ts';
import { isStaff } from '#features/accounts/shared/staff.ts';
import { useLogout } from '#features/accounts/web/session/use-logout.ts';
import { Icon, type IconName } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { initials } from './initials.ts';
import * as css from './user-menu.module.css';

/** A placeholder of the avatar's size until the user is loaded. */
export const AvatarSpace = () => <span className={css.avatar} />;

/** The avatar and its menu. The browser closes the menu on Escape and on a click outside. */
export function UserMenu({ user }: { user: User }) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const { logout, pending } = useLogout();
  const close = () => panel.current?.hidePopover();
  return (
    <>
      <button
        className={css.avatar}
        type="button"
        aria-label={`Account: ${user.username}`}
        popoverTarget={id}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          panel.current?.showPopover();
        }}
      >
        {/* Drawn by the style sheet, because screen readers should announce only the label. */}
        <span data-initials={initials(user.username)} />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only moves the focus among its own links */}
      <div
        ref={panel}
        id={id}
        className={`pop ${css.menu}`}
        data-part="user-menu"
        popover="auto"
        onToggle={(event) => {
          if (event.newState === 'open') entriesOf(event.currentTarget)[0]?.focus();
        }}
        onKeyDown={moveFocus}
        onBlur={(event: FocusEvent<HTMLDivElement>) => {
          // The Tab key leaves the menu. A click on the avatar closes it without this code.
          const to = event.relatedTarget;
          if (to && !event.currentTarget.contains(to) && !to.matches('[popovertarget]')) close();
        }}
      >
        <div className={css.person}>
          <b>{user.username}</b>
          <span className="meta">{user.email ?? 'No email provided'}</span>
        </div>
        <hr />
        <Entry href="/explore" icon="compass" label="Explore" onClick={close} />
        <Entry href="/favorites" icon="heart" label="Favorites" onClick={close} />
        <Entry href="/account" icon="user" label="Account" onClick={close} />
        {isStaff(user) ? (
          <Entry href="/admin" icon="sliders" label="Admin Dashboard" onClick={close} />
        ) : null}
        <hr />
        <button className="item" type="button" data-opens="comfort" onClick={close}>
          <Icon name="sliders" />
          Comfort
        </button>
        <button
          className={`item ${css.logout}`}
          type="button"
          // `disabled` would drop the focus.
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

/** Moves the focus through the menu with the arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const items = entriesOf(event.currentTarget);
  const index = items.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}
