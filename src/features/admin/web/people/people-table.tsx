import type { Person, PersonOrder } from '#features/people/contract/schemas.ts';
import { Link } from '#platform/web/link.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import * as css from '../cards-table.module.css';
import { ContentIcon } from '../editor/content-icon.tsx';
import { type PeopleFilter, personHref } from './people-address.ts';
import { accessWord, markMatches, nameWord, opensUntil, roleWord, STATE_BADGES } from './person-words.ts';

interface PeopleTableProps {
  people: readonly Person[];
  filter: PeopleFilter;
  onOrder(order: PersonOrder): void;
}

/** Persons with their states. On phones a row is a card, without the less important columns. */
export function PeopleTable({ people, filter: { search, order }, onOrder }: PeopleTableProps) {
  const sorted = (its: PersonOrder, label: string) => (
    <th scope="col" aria-sort={order === its ? (its === 'name' ? 'ascending' : 'descending') : undefined}>
      <button type="button" onClick={() => onOrder(its)}>
        {label}
        {order === its ? <ContentIcon name={its === 'name' ? 'up' : 'down'} /> : null}
      </button>
    </th>
  );
  return (
    <table className={`table ${css.table} ${css.people}`}>
      <caption className="sr">People</caption>
      <thead>
        <tr>
          {sorted('name', 'Person')}
          <th scope="col">State</th>
          <th scope="col">Role</th>
          {sorted('since', 'Since')}
          {sorted('seen', 'Last seen')}
          <th scope="col">Access</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <PersonRow key={`${person.kind} ${person.id}`} person={person} search={search} />
        ))}
      </tbody>
    </table>
  );
}

function PersonRow({ person, search }: { person: Person; search: string }) {
  const [state, badge] = STATE_BADGES[person.state];
  const access = accessWord(person);
  return (
    <tr>
      <th scope="row">
        <Link href={personHref(person)}>
          <b>{person.name === null ? nameWord(person) : <Marked text={person.name} search={search} />}</b>
          <span>{person.email === null ? 'No address' : <Marked text={person.email} search={search} />}</span>
        </Link>
      </th>
      <td>
        <span className={badge}>{state}</span>
      </td>
      <td>{roleWord(person)}</td>
      <td>
        <LocalDate instant={person.since} />
      </td>
      <td data-l="Last seen">
        {person.lastSeenAt === null ? 'Not known' : <LocalDate instant={person.lastSeenAt} style="instant" />}
      </td>
      <td data-l="Access">
        {access ?? (
          // One element, because on phones the label is beside it in a grid.
          <span>
            Until <LocalDate instant={opensUntil(person) ?? ''} />
          </span>
        )}
      </td>
    </tr>
  );
}

/** A text with the searched part underlined. */
export function Marked({ text, search }: { text: string; search: string }) {
  return markMatches(text, search).map(({ text: part, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position in the text
      <mark key={index}>{part}</mark>
    ) : (
      part
    ),
  );
}
