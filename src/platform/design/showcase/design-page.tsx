import { useState } from 'react';
import { AdminExhibits } from './admin-exhibits.tsx';
import { ControlExhibits } from './control-exhibits.tsx';
import { FormExhibits } from './form-exhibits.tsx';
import { FoundationExhibits } from './foundation-exhibits.tsx';
import { ListExhibits } from './list-exhibits.tsx';
import { OverlayExhibits } from './overlay-exhibits.tsx';
import * as css from './showcase.module.css';
import { StateExhibits } from './state-exhibits.tsx';

const CHOICES = ['both', 'light', 'dark'] as const;

/** /design, in development only: every component and class of the shared design set, in both themes. */
export function Page() {
  const [chosen, setChosen] = useState<(typeof CHOICES)[number]>('both');
  const themes = chosen === 'both' ? ['light', 'dark'] : [chosen];
  return (
    <div className="wrap">
      <title>Design</title>
      <div className="head">
        <div>
          <h1>Design</h1>
          <p className="intro">Each part of the shared design set, with its file and its classes.</p>
        </div>
        <div className="views">
          {CHOICES.map((choice) => (
            <a
              key={choice}
              href={`#${choice}`}
              aria-current={choice === chosen ? 'true' : undefined}
              onClick={() => setChosen(choice)}
            >
              {choice}
            </a>
          ))}
        </div>
      </div>
      <div className={css.themes}>
        {themes.map((theme) => (
          <div key={theme} className={css.theme} style={{ colorScheme: theme }}>
            <FoundationExhibits />
            <ControlExhibits />
            <FormExhibits />
            <OverlayExhibits />
            <StateExhibits />
            <ListExhibits />
            <AdminExhibits />
          </div>
        ))}
      </div>
    </div>
  );
}
