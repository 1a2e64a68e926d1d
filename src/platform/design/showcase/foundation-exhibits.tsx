import { Icon, type IconName } from '../icon.tsx';
import { Mark } from '../mark.tsx';
import tokensSheet from '../tokens.css?raw';
import { Exhibit } from './exhibit.tsx';
import * as css from './showcase.module.css';

/** All icons; a missing one is a compile error. */
const ICONS: Record<IconName, true> = {
  alert: true,
  audio: true,
  card: true,
  check: true,
  close: true,
  compass: true,
  doc: true,
  down: true,
  heart: true,
  home: true,
  left: true,
  lock: true,
  out: true,
  play: true,
  plus: true,
  right: true,
  search: true,
  sliders: true,
  trash: true,
  user: true,
  video: true,
};

const tokens = new Map(
  [...tokensSheet.matchAll(/^\s*(--[\w-]+):([^;]*);/gm)].map(([, name = '', value = '']) => [name, value]),
);
const named = (pattern: RegExp) => [...tokens.keys()].filter((name) => pattern.test(name));
const colors = [...tokens]
  .filter(([, value]) => /^\s*(light-dark\()?\s*oklch/.test(value))
  .map(([name]) => name);

/** Tokens, type, icons and the classes for any text. */
export function FoundationExhibits() {
  return (
    <>
      <Exhibit name="Colors" file="tokens.css">
        <ul className={css.swatches}>
          {colors.map((name) => (
            <li key={name} className={css.swatch}>
              <span style={{ background: `var(${name})` }} />
              {name}
            </li>
          ))}
        </ul>
      </Exhibit>
      <Exhibit name="Type scale" file="tokens.css">
        {named(/^--text-/).map((name) => (
          <div
            key={name}
            style={{ fontSize: `var(${name})`, fontFamily: 'var(--font-title)', lineHeight: 1.1 }}
          >
            {name}
          </div>
        ))}
      </Exhibit>
      <Exhibit name="Space" file="tokens.css">
        <div className={css.bars}>
          {named(/^--s-/).map((name) => [
            <code key={name}>{name}</code>,
            <span key={`${name}-bar`} style={{ width: `var(${name})` }} />,
          ])}
        </div>
      </Exhibit>
      <Exhibit name="Corners and shadows" file="tokens.css">
        <ul className={css.swatches}>
          {named(/^--(r|shadow)-/).map((name) => (
            <li key={name} className={css.swatch}>
              <span
                style={
                  name.startsWith('--r-') ? { borderRadius: `var(${name})` } : { boxShadow: `var(${name})` }
                }
              />
              {name}
            </li>
          ))}
        </ul>
      </Exhibit>
      <Exhibit name="Icon" file="icon.tsx" classes="i · i solid">
        <ul className={css.swatches}>
          {Object.keys(ICONS).map((name) => (
            <li key={name} className={css.swatch}>
              <Icon name={name as IconName} />
              {name}
            </li>
          ))}
        </ul>
        <Icon name="heart" className="solid" />
      </Exhibit>
      <Exhibit name="Mark" file="mark.tsx" classes="mark · mark sun · inside: d, s, w">
        <Mark />
        <Mark sun />
      </Exhibit>
      <Exhibit
        name="Text"
        file="ground.css"
        classes="intro · meta · clamp-2 · unbroken · whole · sr · skip · row · wrap · section · section-head"
      >
        <p className="intro">An intro under a page's title.</p>
        <p className="meta">Metadata: 3 waves, 12 droplets</p>
        <p className="clamp-2">
          Text that ends after two lines, however long it is: a description on a card says what the item is
          about, and the item's own page has the rest of it, so that all cards of a row have the same height.
        </p>
        <p>
          <span className="unbroken">never broken</span> ·{' '}
          <span className="whole">moves to the next line as one</span>
          <span className="sr">for screen readers only</span>
        </p>
      </Exhibit>
    </>
  );
}
