import { Agent, request } from 'node:http';

export interface Load {
  /** Requests per second. */
  rate: number;
  /** Milliseconds that 99 of 100 requests stay under. */
  p99: number;
}

const CONNECTIONS = 16;

/** Asks for one address over kept connections for some time; throws when an answer is not 200. */
export async function load(
  url: string,
  duration: number,
  headers: Record<string, string> = {},
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  const start = performance.now();
  const until = start + duration;
  const worker = async () => {
    while (performance.now() < until) {
      const begun = performance.now();
      await once(url, agent, headers);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return { rate: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}

function once(url: string, agent: Agent, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume();
      response.on('end', resolve);
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end();
  });
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
