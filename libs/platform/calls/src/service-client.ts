import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@hearth/contract-kit';
import { Agent, errors, type Dispatcher } from 'undici';
import { metrics } from './metrics.js';
import { Sending } from './sending.js';
import type { ServiceMap } from './service-map.js';
import { Upstream } from './upstream.js';

/** Where a request goes: to any process of a service, or to the owner of a storage. */
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
  /** Whether it may be sent again when it was sent and its answer got lost. Its body is then no stream. */
  readonly repeatable: boolean;
}

/** A whole answer. */
export interface ServiceAnswer {
  readonly statusCode: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: Buffer;
}

export interface ServiceClientOptions {
  /** Which listener of a service is asked. */
  readonly listener: 'routed' | 'internal';
  /** Most connections to one process. */
  readonly connections: number;
  /** Longest wait until a request is sent, in milliseconds; the signal alone ends the wait unless given. */
  readonly patienceMs?: number;
  /** Most requests to one destination that wait to be sent. */
  readonly waitingLimit: number;
  /** Longest silence of a process that has a request, in milliseconds; 0 where the signal alone ends the wait. */
  readonly silenceMs: number;
}

/** Nobody is where the request should go. */
export class NoAddress extends Error {
  constructor({ service, storage }: Destination) {
    super(`HEARTH_SERVICES has no address of ${storage === undefined ? service : `${service}'s ${storage}`}`);
    this.name = 'NoAddress';
  }
}

/** Longer than any connection of a healthy network takes. */
const CONNECT_TIMEOUT_MS = 2_000;
/** Shorter than a draining process keeps idle connections open: no request meets a connection that is being closed. */
const IDLE_MS = 1_000;
/** How often a request is sent whose answer gets lost: one that ends every process that takes it must not end them all. */
const ATTEMPTS = 3;
/** A process that is killed loses its connections one after the other: what is repeated at once could meet the next of them, and the next. */
const AGAIN_MS = 50;

/**
 * Requests to the processes of services, in turn. What could not be sent waits for a process that listens; what was sent and got lost is
 * sent again only where it is repeatable.
 */
export class ServiceClient {
  private readonly agent: Agent;
  private readonly dispatchers = new Map<string, Dispatcher>();

  constructor(
    private readonly services: ServiceMap,
    private readonly options: ServiceClientOptions,
  ) {
    this.agent = new Agent({
      connections: options.connections,
      pipelining: 1,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      headersTimeout: options.silenceMs,
      bodyTimeout: options.silenceMs,
    });
  }

  /**
   * Sends a request and gives its answer whole.
   * @throws NoAddress, NeverSent, TooManyWaiting, the signal's reason, or what undici says of a broken connection
   */
  ask(destination: Destination, request: ServiceRequest): Promise<ServiceAnswer> {
    return this.repeated(destination, request, async () => {
      const { statusCode, headers, body } = await this.send(destination, request);
      return { statusCode, headers, body: Buffer.from(await body.arrayBuffer()) };
    });
  }

  /**
   * Sends a request and gives its answer as soon as it begins; its body is a stream, to be read or destroyed.
   * @throws like `ask`
   */
  open(destination: Destination, request: ServiceRequest): Promise<Dispatcher.ResponseData> {
    return this.repeated(destination, request, () => this.send(destination, request));
  }

  /** Waits for what is on its way. */
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

  private send(destination: Destination, { method, path, headers, body, signal }: ServiceRequest) {
    const options = { method: method as Dispatcher.HttpMethod, path, headers, body: body ?? null, signal };
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
      new Sending(dispatch, upstream, options, handler, patienceMs).begin();
      return true;
    });
    this.dispatchers.set(key, dispatcher);
    return dispatcher;
  }
}

/** How answers get lost: the connection breaks, before the answer or in the middle of its head or body. */
function isBroken(error: unknown): boolean {
  return (
    error instanceof errors.SocketError ||
    error instanceof errors.HTTPParserError ||
    error instanceof errors.ResponseContentLengthMismatchError ||
    (error instanceof Error && 'syscall' in error)
  );
}
