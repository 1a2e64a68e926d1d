import { Wave } from '#features/catalogue/contract/schemas.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import * as calls from './folder-calls.ts';
import { Folder } from './folder-form-schemas.ts';

export const importFolder = endpoint(calls.importFolder, {
  summary:
    'Create a draft wave with its droplets from uploaded files, in the order given. If anything is wrong, ' +
    'nothing is created and `issues` names every problem. Each droplet begins with the wave’s description',
  body: Folder,
  answers: { 201: Wave },
});
