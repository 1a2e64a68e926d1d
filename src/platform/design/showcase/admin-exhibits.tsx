import { Icon } from '../icon.tsx';
import { StateSign } from '../state/state-sign.tsx';
import { Exhibit } from './exhibit.tsx';
import * as css from './showcase.module.css';
import '../admin.css';
import '../admin-forms.css';
import '../radios.css';

/** Components shared by the administration's pages. */
export function AdminExhibits() {
  return (
    <>
      <PageExhibit />
      <DashboardExhibit />
      <StateSignExhibit />
      <ListAndFormExhibit />
      <TableExhibit />
      <SettingsExhibit />
      <ChoicesExhibit />
    </>
  );
}

function PageExhibit() {
  return (
    <Exhibit name="Page" file="admin.css" classes="admin · topbar · crumbs">
      <div className={`admin ${css.stretched}`}>
        <div className="topbar">
          <nav className="crumbs" aria-label="Showcase">
            <a href="#admin">
              <Icon name="left" />
              Back to Admin
            </a>
          </nav>
        </div>
      </div>
    </Exhibit>
  );
}

function DashboardExhibit() {
  return (
    <Exhibit name="Dashboard" file="admin.css" classes="admin-grid · panel admin-card">
      <ul className={`admin-grid ${css.stretched}`}>
        <li className="panel admin-card">
          <Icon name="sliders" />
          <h2>
            <a href="#card">A card</a>
          </h2>
          <p>What lies behind it.</p>
        </li>
      </ul>
    </Exhibit>
  );
}

function StateSignExhibit() {
  return (
    <Exhibit name="StateSign" file="state/state-sign.tsx" classes="state-sign">
      <ul className="row">
        {(['serious', 'advice', 'well'] as const).map((level) => (
          <li key={level} className="row">
            <StateSign level={level} words="" /> {level}
          </li>
        ))}
      </ul>
    </Exhibit>
  );
}

function ListAndFormExhibit() {
  return (
    <Exhibit
      name="List and form"
      file="admin.css"
      classes="admin-split · admin-list · is-on · admin-form · two"
    >
      <div className={`admin-split ${css.stretched}`}>
        <ul className="admin-list">
          <li className="is-on">
            <span />
            <div>
              <h3>The item in the form</h3>
              <p>Its description</p>
            </div>
          </li>
          <li>
            <span />
            <div>
              <h3>
                Another item <span className="badge plain">Draft</span>
              </h3>
              <p>Its description</p>
            </div>
          </li>
        </ul>
        <fieldset className="panel admin-form">
          <h2>A form</h2>
          <div className="two">
            <input className="input" aria-label="Left" />
            <input className="input" aria-label="Right" />
          </div>
          <textarea className="input grows" rows={1} aria-label="Grows with its text" />
        </fieldset>
      </div>
    </Exhibit>
  );
}

function TableExhibit() {
  return (
    <Exhibit name="Table" file="admin.css" classes="table">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Email</th>
            <th scope="col">Access</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td data-l="Email">ines@example.org</td>
            <td data-l="Access">Yes</td>
          </tr>
        </tbody>
      </table>
    </Exhibit>
  );
}

function ChoicesExhibit() {
  return (
    <Exhibit name="Choices, facts and files" file="admin-forms.css" classes="radios · pairs · file-btn">
      <div className={css.stretched}>
        <fieldset className="radios">
          <legend>How much</legend>
          <label>
            <input type="radio" name="much" defaultChecked />
            <span>All of it</span>
          </label>
          <label>
            <input type="radio" name="much" />
            <span>
              A part <small>At most $20.00</small>
            </span>
          </label>
        </fieldset>
        <dl className="pairs">
          <div>
            <dt>Role</dt>
            <dd>Member</dd>
          </div>
        </dl>
        <label className="btn line file-btn">
          Choose files
          <input type="file" multiple />
        </label>
      </div>
    </Exhibit>
  );
}

function SettingsExhibit() {
  return (
    <Exhibit name="Settings" file="admin-forms.css" classes="set-list · set">
      <ul className={`set-list ${css.stretched}`}>
        <li className="set">
          <div>
            <h2>site.title</h2>
            <p>Stillwater</p>
          </div>
          <button type="button" className="btn line sm">
            Edit
          </button>
        </li>
      </ul>
    </Exhibit>
  );
}
