import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../../contract/write-endpoints.ts';
import { changeSeveral } from './bulk-change.ts';
import { duplicateItem } from './duplicate-item.ts';
import { orderItems } from './order-items.ts';
import { surroundingsOf } from './surroundings.ts';
import { createItem, deleteItem, updateItem } from './write-items.ts';

/** The write calls of the catalogue, for administrators and editors. */
export function catalogueWriteRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.createOcean, ({ body, query, reader }) => createItem(db, reader, 'ocean', body, query));
  serve(app, contract.createWave, ({ body, query, reader }) => createItem(db, reader, 'wave', body, query));
  serve(app, contract.createDroplet, ({ body, query, reader }) =>
    createItem(db, reader, 'droplet', body, query),
  );

  serve(app, contract.updateOcean, ({ params, body, reader }) =>
    updateItem(db, reader, 'ocean', params.id, body),
  );
  serve(app, contract.updateWave, ({ params, body, reader }) =>
    updateItem(db, reader, 'wave', params.id, body),
  );
  serve(app, contract.updateDroplet, ({ params, body, reader }) =>
    updateItem(db, reader, 'droplet', params.id, body),
  );

  serve(app, contract.deleteOcean, ({ params, reader }) => deleteItem(db, reader, 'ocean', params.id));
  serve(app, contract.deleteWave, ({ params, reader }) => deleteItem(db, reader, 'wave', params.id));
  serve(app, contract.deleteDroplet, ({ params, reader }) => deleteItem(db, reader, 'droplet', params.id));

  serve(app, contract.duplicateOcean, ({ params, reader }) => duplicateItem(db, reader, 'ocean', params.id));
  serve(app, contract.duplicateWave, ({ params, reader }) => duplicateItem(db, reader, 'wave', params.id));
  serve(app, contract.duplicateDroplet, ({ params, reader }) =>
    duplicateItem(db, reader, 'droplet', params.id),
  );

  serve(app, contract.orderOceans, ({ body, reader }) => orderItems(db, reader, 'ocean', null, body));
  serve(app, contract.orderWaves, ({ params, body, reader }) =>
    orderItems(db, reader, 'wave', params.id, body),
  );
  serve(app, contract.orderDroplets, ({ params, body, reader }) =>
    orderItems(db, reader, 'droplet', params.id, body),
  );

  serve(app, contract.changeSeveral, ({ body, reader }) => changeSeveral(db, reader, body.type, body));

  serve(app, contract.getSurroundings, ({ query }) => surroundingsOf(db, query.type, query.ids));
}
