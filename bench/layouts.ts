import type { FastifyInstance } from 'fastify';
import type { Row } from './run.ts';
import { compare } from './scales.ts';

const idOf = async (app: FastifyInstance, path: string): Promise<number> => {
  const [first] = (await app.inject({ method: 'GET', url: path })).json() as { id: number }[];
  return first?.id ?? 0;
};
const someOcean = (app: FastifyInstance) => idOf(app, '/api/oceans');
const someWave = async (app: FastifyInstance) => idOf(app, `/api/oceans/${await someOcean(app)}/waves`);

/** What the first page of each layout asks for. The list of oceans is whole by contract, so it is taken per ocean. */
export const benchLayouts = (): Promise<Row[]> =>
  compare([
    { name: 'all oceans', path: () => '/api/oceans', perItem: true },
    { name: 'an ocean', path: async (app) => `/api/oceans/${await someOcean(app)}/waves` },
    { name: 'a wave', path: async (app) => `/api/waves/${await someWave(app)}/droplets` },
    { name: 'explore, nothing asked for', path: () => '/api/explore/droplets?limit=40' },
    { name: 'explore without a limit', path: () => '/api/explore/droplets' },
    ...['/app', '/', '/explore', '/accordion', '/tree', '/classic'].map((path) => ({
      name: `the rendered page ${path}`,
      path: () => path,
    })),
  ]);
