import type { FastifyInstance } from 'fastify';
import { recordExport } from '#features/audit-log/server/security-events/record-export.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { writeCsvPages } from '#platform/csv/csv-pages.ts';
import { PAGE_ROWS } from '#platform/database/replica/read-pages.ts';
import { NEXT_CURSOR } from '#platform/http/contract/headers.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../contract/endpoints.ts';
import type { Person } from '../contract/schemas.ts';
import { type PeopleSetup, personActions } from './actions/routes.ts';
import { countPeople } from './list/count-people.ts';
import { listPeople } from './list/list-people.ts';
import { findPerson } from './person/find-person.ts';
import { personDetails } from './person/person-details.ts';

const FILE = 'people.csv';
const HEADING = [
  ...['name', 'email', 'emailProven', 'role', 'state', 'since', 'lastSeenAt', 'paidUntil', 'grantedUntil'],
];

/** Serves the administrator's list of persons and their pages. */
export function peopleRoutes(app: FastifyInstance, setup: PeopleSetup): void {
  const { db } = setup;
  serve(app, contract.listPeople, async ({ query, reply }) => {
    const { people, next } = await listPeople(db, query);
    if (next !== undefined) reply.header(NEXT_CURSOR, next);
    return people;
  });

  serve(app, contract.exportPeople, async ({ query, request, reply }) => {
    await recordExport(db, request, FILE);
    reply.header('content-disposition', `attachment; filename="${FILE}"`);
    // A person who returns during the export would move in the order of last visits, and be missing.
    const order = query.order === 'seen' ? 'since' : query.order;
    return writeCsvPages(HEADING, async (cursor?: string) => {
      const { people, next } = await listPeople(db, { ...query, order, cursor, limit: PAGE_ROWS });
      return { rows: people.map(toCells), next };
    });
  });

  serve(app, contract.countPeople, () => countPeople(db));

  serve(app, contract.getPerson, async ({ params }) =>
    personDetails(db, await findPerson(db, params.kind, params.id)),
  );

  personActions(app, setup);
}

const toCells = (person: Person): Cell[] => [
  person.name,
  person.email,
  person.emailProven,
  person.role,
  person.state,
  person.since,
  person.lastSeenAt,
  person.paidUntil,
  person.grantedForever ? 'without end' : person.grantedUntil,
];
