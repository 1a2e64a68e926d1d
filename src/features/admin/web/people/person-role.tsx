import type { ReactNode } from 'react';
import { isStaff } from '#features/accounts/shared/staff.ts';
import type { NewRole, PersonDetails } from '#features/people/contract/schemas.ts';
import { Asked } from '../asked.tsx';
import * as css from '../record.module.css';
import { mayWorkHere, roleWord } from './person-words.ts';
import type { PersonCalls } from './use-person-calls.ts';

interface RoleProps {
  person: PersonDetails;
  setRole: PersonCalls['setRole'];
  isOwn: boolean;
}

/** The role of an account, with the buttons that change it. */
export function Role({ person, setRole, isOwn }: RoleProps) {
  const { role } = person;
  return (
    <section className={css.section} aria-labelledby="role-title">
      <h2 id="role-title">Role</h2>
      <p className="meta">{aboutRole(person, isOwn)}</p>
      {isOwn ? null : (
        <ul className={css.rows}>
          {role === 'editor' || !mayWorkHere(person) ? null : (
            <RoleRow
              to="editor"
              title="Editor"
              label="Make editor"
              note="Changes content, and nothing else."
              {...{ person, setRole }}
            >
              <Editor />
            </RoleRow>
          )}
          {role === 'admin' || !mayWorkHere(person) ? null : (
            <RoleRow
              to="admin"
              title="Administrator"
              label="Make administrator"
              note="May do everything."
              {...{ person, setRole }}
            >
              <p>
                Administrators see all people and payments, change every setting, and give and take roles,
                yours too.
              </p>
            </RoleRow>
          )}
          {isStaff(person) ? (
            <RoleRow
              to="member"
              title="No role"
              label="Take away the role"
              note="Can be given again."
              {...{ person, setRole }}
            >
              <p>
                What {person.name} pays, was given and has changed stays. Codes from an app end: with the next
                role, {person.name} sets them up again.
              </p>
            </RoleRow>
          ) : null}
        </ul>
      )}
    </section>
  );
}

function aboutRole(person: PersonDetails, isOwn: boolean): string {
  if (isOwn)
    return `${roleWord(person)}. This is your own account. Another administrator can change its role.`;
  if (mayWorkHere(person) || person.role === 'admin') return `${roleWord(person)}.`;
  return `${roleWord(person)}. They cannot enter. Restore their access before you give a role.`;
}

const Editor = () => (
  <p>
    Editors create, change, publish and delete oceans, waves and droplets, and see drafts. They see nothing of
    people, money and settings.
  </p>
);

interface RoleRowProps {
  person: PersonDetails;
  setRole: PersonCalls['setRole'];
  to: NewRole;
  /** Name of the role. */
  title: string;
  label: string;
  note: string;
  children: ReactNode;
}

function RoleRow({ person, setRole, to, title, label, note, children }: RoleRowProps) {
  const { name, email, emailProven } = person;
  return (
    <li>
      <div>
        <b>{title}</b>
        <p>{note}</p>
      </div>
      <Asked
        label={label}
        title={label}
        confirm={label}
        isBusy={setRole.isPending}
        small
        harmless={to !== 'member'}
        onConfirm={() => setRole.mutate(to)}
      >
        {children}
        <p>
          {name} is logged out everywhere, and is not told.
          {to === 'member' || email === null || emailProven
            ? ''
            : ` ${name} has never confirmed ${email}: be sure that the account is theirs.`}
        </p>
      </Asked>
    </li>
  );
}
