import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, firstLine, type SentRequest, textOf } from './connection.ts';

/*
 * Generates open load: requests are sent at given times, independent of earlier responses, like those of many
 * independent readers. The latencies are those of a server that is not saturated.
 */

export type SteadyRequest = SentRequest;

/** Requests of one kind. */
export interface Stream {
  /** Requests, sent in rotation. */
  requests: SteadyRequest[];
  /** Total number of requests, sent at random times. */
  count: number;
  /** The expected status of every response. */
  status: number;
}

export interface SteadyJob {
  port: number;
  /** Length in ms. */
  duration: number;
  streams: Stream[];
}

/** Latencies of one stream's responses, in ms, unordered. */
export type Latencies = number[];

/** Connections of a stream that are open before it begins. A stream opens further ones when necessary. */
const CONNECTIONS = 16;

/** Sends all streams at once. Throws when a response has another status than expected. */
export const runSteady = ({ port, duration, streams }: SteadyJob): Promise<Latencies[]> =>
  Promise.all(streams.map((stream) => runStream(port, duration, stream)));

async function runStream(port: number, duration: number, stream: Stream): Promise<Latencies> {
  const texts = stream.requests.map((request) => textOf(port, request));
  const open = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(port)));
  const idle = [...open];
  const send = async (text: Buffer) => {
    const since = performance.now();
    let connection = idle.pop();
    if (!connection) {
      connection = await Connection.open(port);
      open.push(connection);
    }
    const status = await connection.ask(text);
    if (status !== stream.status) throw new Error(`${firstLine(text)} was answered with ${status}`);
    idle.push(connection);
    return performance.now() - since;
  };

  const begun = performance.now();
  const moments = Float64Array.from({ length: stream.count }, () => Math.random() * duration).sort();
  const under: Promise<number>[] = [];
  for (const [index, moment] of moments.entries()) {
    const wait = begun + moment - performance.now();
    if (wait > 0) await sleep(wait);
    under.push(send(texts[index % texts.length] as Buffer));
  }
  try {
    return await Promise.all(under);
  } finally {
    for (const connection of open) connection.close();
  }
}
