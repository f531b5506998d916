import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@hearth/contract-kit';
import type { Agent, Dispatcher } from 'undici';
import { metrics } from '../metrics.js';
import { undici } from '../undici.js';
import { connector, type TrustedAuthorities } from './connector.js';
import { Sending } from './sending.js';
import type { ServiceMap } from './service-map.js';
import { Upstream } from './upstream.js';

/** Destination of a request: any process of a service, or the owner of a storage. */
export interface Destination {
  readonly service: ServiceName;
  readonly storage?: string | undefined;
}

export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Dispatcher.DispatchOptions['body'];
  readonly signal: AbortSignal;
  /** Whether it may be sent again after it was sent and its response was lost. Its body is then no stream. */
  readonly repeatable: boolean;
  /** Longest wait until it is sent, in milliseconds, where that of the client is too long. */
  readonly patienceMs?: number | undefined;
}

/** A complete response. */
export interface ServiceAnswer {
  readonly statusCode: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: Buffer;
}

export interface ServiceClientOptions {
  /** The listener of the service that receives the requests. */
  readonly listener: 'routed' | 'internal';
  /** Most connections to one process. */
  readonly connections: number;
  /** Longest wait until a request is sent, in milliseconds; by default only the signal ends the wait. */
  readonly patienceMs?: number;
  /** Most requests to one destination that wait to be sent. */
  readonly waitingLimit: number;
  /** Longest silence of a process that has a request, in milliseconds; 0 when only the signal ends the wait. */
  readonly silenceMs: number;
  /** The authorities that addresses with `https` are checked against; by default Node's own. */
  readonly tls?: TrustedAuthorities;
}

/** No process is known for the destination of the request. */
export class NoAddress extends Error {
  constructor({ service, storage }: Destination) {
    super(`HEARTH_SERVICES has no address of ${storage === undefined ? service : `${service}'s ${storage}`}`);
    this.name = 'NoAddress';
  }
}

/** Shorter than a draining process keeps idle connections open: no request meets a connection that is being closed. */
const IDLE_MS = 1_000;
/** Number of times a request is sent when its responses get lost: one that crashes every process that accepts it must not crash them all. */
const ATTEMPTS = 3;
/** A killed process loses its connections one after the other: an immediate retry could meet the next of them. */
const AGAIN_MS = 50;
/** Links to pages repeat the request's URL up to five times, at three bytes a character: 16 KiB of URL become as much. */
const LARGEST_HEADERS = 256 * 1024;

/**
 * Sends requests to the processes of services, round robin. A request that could not be sent waits for a process that listens; one that was
 * sent and lost its response is sent again only if it is repeatable.
 */
export class ServiceClient {
  private readonly agent: Agent;
  private readonly dispatchers = new Map<string, Dispatcher>();

  constructor(
    private readonly services: ServiceMap,
    private readonly options: ServiceClientOptions,
  ) {
    const { Agent } = undici();
    this.agent = new Agent({
      connections: options.connections,
      pipelining: 1,
      allowH2: false,
      connect: connector(options.tls),
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      headersTimeout: options.silenceMs,
      bodyTimeout: options.silenceMs,
      maxHeaderSize: LARGEST_HEADERS,
    });
  }

  /**
   * Sends a request and reads the complete response.
   * @throws NoAddress, NeverSent, QueueFull, the signal's reason, or undici's error for a broken connection
   */
  ask(destination: Destination, request: ServiceRequest): Promise<ServiceAnswer> {
    return this.repeated(destination, request, async () => {
      const { statusCode, headers, body } = await this.send(destination, request);
      return { statusCode, headers, body: Buffer.from(await body.arrayBuffer()) };
    });
  }

  /**
   * Sends a request and returns the response as soon as it begins; its body is a stream, to be read or destroyed.
   * @throws like `ask`
   */
  open(destination: Destination, request: ServiceRequest): Promise<Dispatcher.ResponseData> {
    return this.repeated(destination, request, () => this.send(destination, request));
  }

  /** Waits for the requests in progress. */
  close(): Promise<void> {
    return this.agent.close();
  }

  private async repeated<T>(
    { service }: Destination,
    { repeatable, signal }: ServiceRequest,
    work: () => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        const again = repeatable && attempt < ATTEMPTS && !signal.aborted && isBroken(error);
        if (!again) throw error;
        metrics.retries.inc({ service, reason: 'broken' });
        await delay(AGAIN_MS * attempt);
      }
    }
  }

  private send(destination: Destination, { method, path, headers, body, signal, patienceMs }: ServiceRequest) {
    const options = { method: method as Dispatcher.HttpMethod, path, headers, body: body ?? null, signal, patienceMs };
    return this.dispatcherTo(destination).request(options as Dispatcher.RequestOptions);
  }

  private dispatcherTo(destination: Destination): Dispatcher {
    const { service, storage = '' } = destination;
    const key = `${service}/${storage}`;
    const known = this.dispatchers.get(key);
    if (known) return known;
    const { listener, patienceMs, waitingLimit } = this.options;
    const origins = this.services.find(service, destination.storage).map((address) => address[listener]);
    if (origins.length === 0) throw new NoAddress(destination);
    const upstream = new Upstream(service, origins, waitingLimit);
    const dispatcher = this.agent.compose((dispatch) => (options, handler) => {
      const { patienceMs: own } = options as Pick<ServiceRequest, 'patienceMs'>;
      new Sending(dispatch, upstream, options, handler, own ?? patienceMs).begin();
      return true;
    });
    this.dispatchers.set(key, dispatcher);
    return dispatcher;
  }
}

/** Returns true for errors that lose a response: the connection broke before or within its head or body. */
function isBroken(error: unknown): boolean {
  const { errors } = undici();
  return (
    error instanceof errors.SocketError ||
    error instanceof errors.HTTPParserError ||
    error instanceof errors.ResponseContentLengthMismatchError ||
    (error instanceof Error && 'syscall' in error)
  );
}
