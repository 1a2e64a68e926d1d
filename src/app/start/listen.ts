import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { StartError } from './start-error.ts';

/** Length of the listen backlog. Clients retry a refused connection only after seconds. */
const BACKLOG = 4096;

/** Listens, and returns the port. Throws {@link StartError} for an unusable port. */
export async function listen(app: FastifyInstance, config: Config): Promise<number> {
  const { level } = app.log;
  try {
    // Suppresses the framework's own log line about listening.
    app.log.level = 'silent';
    await app.listen({ port: config.port, host: config.host, backlog: BACKLOG });
    app.log.level = level;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${config.port} is taken. Stop the program that uses it, or choose another: ` +
          `PORT=${config.port + 1} npm start`,
      );
    if (code === 'EACCES')
      throw new StartError(
        `Port ${config.port} may not be used by this user. Choose one above 1023: PORT=3000`,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new StartError(
        `HOST=${config.host} is no address of this machine. 127.0.0.1 serves this machine only, 0.0.0.0 all.`,
      );
    throw error;
  }
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : config.port;
}
