import * as css from './accordion.module.css';

interface OpenSection {
  /** The list entry that contains it. */
  entry: HTMLElement;
  section: HTMLElement;
  /** A copy made before React removes the section. */
  copy: HTMLElement;
}

/**
 * Finds the open sections at a button and below it, before its press takes effect. Sections above close
 * without animation, because folding them would move the button under the finger.
 */
export function openSectionsFrom(button: HTMLElement): OpenSection[] {
  const { top } = button.getBoundingClientRect();
  const toggles = document.querySelectorAll<HTMLElement>(`.${css.toggle}[aria-expanded='true']`);
  return [...toggles].flatMap((toggle) => {
    const entry = toggle.closest('li');
    const section = document.getElementById(toggle.getAttribute('aria-controls') ?? '');
    if (!entry || !section || toggle.getBoundingClientRect().top < top) return [];
    const copy = section.cloneNode(true) as HTMLElement;
    copy.style.setProperty('--fold-height', `${section.offsetHeight}px`);
    return [{ entry, section, copy }];
  });
}

/** Lets copies of the sections that the press has closed shrink to nothing. */
export function foldClosed(sections: readonly OpenSection[]): void {
  for (const { entry, section, copy } of sections) {
    if (section.isConnected || !entry.isConnected) continue;
    for (const element of [copy, ...copy.querySelectorAll('[id]')]) element.removeAttribute('id');
    copy.classList.remove(css.unfolding);
    copy.classList.add(css.folding);
    copy.inert = true;
    const remove = (event: AnimationEvent) => {
      if (event.target === copy) copy.remove();
    };
    copy.addEventListener('animationend', remove);
    copy.addEventListener('animationcancel', remove);
    entry.append(copy);
  }
}
