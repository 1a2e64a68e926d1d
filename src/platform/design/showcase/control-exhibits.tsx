import { Icon } from '../icon.tsx';
import { Exhibit } from './exhibit.tsx';

/** Buttons, chips, badges and switches: classes without components. */
export function ControlExhibits() {
  return (
    <>
      <Exhibit
        name="Buttons"
        file="controls.css"
        classes="btn · btn line · btn quiet · btn danger · btn line danger · btn sm · btn wide · [disabled]"
      >
        <div className="row">
          <button type="button" className="btn">
            btn
          </button>
          <button type="button" className="btn line">
            btn line
          </button>
          <button type="button" className="btn quiet">
            btn quiet
          </button>
        </div>
        <div className="row">
          <button type="button" className="btn danger">
            btn danger
          </button>
          <button type="button" className="btn line danger">
            btn line danger
          </button>
          <button type="button" className="btn sm">
            btn sm
          </button>
          <button type="button" className="btn" disabled>
            disabled
          </button>
        </div>
        <button type="button" className="btn wide">
          <Icon name="plus" />
          btn wide, with an icon
        </button>
      </Exhibit>
      <Exhibit name="Icon buttons" file="controls.css" classes="icon-btn · icon-btn bare · [disabled]">
        <div className="row">
          <button type="button" className="icon-btn" aria-label="icon-btn">
            <Icon name="plus" />
          </button>
          <button type="button" className="icon-btn bare" aria-label="icon-btn bare">
            <Icon name="close" />
          </button>
          <button type="button" className="icon-btn" aria-label="disabled" disabled>
            <Icon name="trash" />
          </button>
        </div>
      </Exhibit>
      <Exhibit name="Badges" file="controls.css" classes="badge · badge free · badge plain · badge off">
        <div className="row">
          <span className="badge">badge</span>
          <span className="badge free">badge free</span>
          <span className="badge plain">badge plain</span>
          <span className="badge off">badge off</span>
        </div>
      </Exhibit>
      <Exhibit name="Chips" file="controls.css" classes="chips · chip · [aria-pressed='true']">
        <div className="chips">
          <button type="button" className="chip" aria-pressed="false">
            chip
          </button>
          <button type="button" className="chip" aria-pressed="true">
            chosen
          </button>
        </div>
      </Exhibit>
      <Exhibit name="Switch" file="switches-and-tabs.css" classes="switch">
        <label className="switch">
          <input type="checkbox" defaultChecked />
          on
        </label>
        <label className="switch">
          <input type="checkbox" />
          off
        </label>
      </Exhibit>
    </>
  );
}
