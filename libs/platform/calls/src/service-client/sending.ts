import type { Dispatcher } from 'undici';
import { undici } from '../undici.js';
import type { Replica } from './replicas.js';
import type { Upstream, PendingRequest } from './upstream.js';

type Controller = Dispatcher.DispatchController;

/** The request was never sent: no process of the service accepted it in time. */
export class NeverSent extends Error {
  constructor(service: string, why: string, cause: unknown) {
    super(`${service} ${why}${cause instanceof Error ? `: ${describe(cause)}` : ''}`, { cause });
    this.name = 'NeverSent';
  }
}

/**
 * One request until a process accepts it. undici reports when a request begins to be written (`onRequestStart`): one that fails earlier has
 * reached no process, its body is untouched, and it may be sent to the next replica or wait, whatever its method. undici's own RetryHandler
 * is not used: it requests the rest of a broken response by Range, and cannot abort a request that has no connection yet.
 */
export class Sending implements Dispatcher.DispatchHandler, PendingRequest {
  private state: 'unsent' | 'sent' | 'over' = 'unsent';
  private replica: Replica | undefined;
  private sentBy: Controller | undefined;
  private failure: unknown;
  private reason: Error | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @param patienceMs longest wait until it is sent; unlimited by default */
  constructor(
    private readonly dispatch: Dispatcher.Dispatch,
    private readonly upstream: Upstream,
    private readonly options: Dispatcher.DispatchOptions,
    private readonly handler: Dispatcher.DispatchHandler,
    private readonly patienceMs: number | undefined,
  ) {}

  begin(): void {
    try {
      this.upstream.enter();
    } catch (error) {
      this.handler.onResponseError?.(this.controller, error as Error);
      return;
    }
    const { patienceMs } = this;
    if (patienceMs !== undefined) {
      const end = () => this.giveUp(this.neverSent(`did not listen for ${patienceMs} ms`));
      this.timer = setTimeout(end, patienceMs);
    }
    this.handler.onRequestStart?.(this.controller, null);
    this.tryAgain();
  }

  tryAgain(): void {
    if (this.state !== 'unsent') return;
    this.replica = this.upstream.next(this);
    if (this.replica) this.dispatch({ ...this.options, origin: this.replica.origin }, this);
  }

  onRequestStart(controller: Controller): void {
    this.upstream.reached(this.replica!);
    if (this.state === 'over') {
      this.replica = undefined;
      controller.abort(this.reason!);
      return;
    }
    this.sentBy = controller;
    this.leave('sent');
  }

  onResponseStart(controller: Controller, status: number, headers: Record<string, string>, message?: string): void {
    if (headers['connection'] === 'close') this.upstream.leaving(this.replica!);
    this.handler.onResponseStart?.(controller, status, headers, message);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Controller, trailers: Record<string, string>): void {
    this.state = 'over';
    this.handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Controller, error: Error): void {
    if (this.sentBy) {
      if (this.state === 'over') return;
      this.state = 'over';
      if (!controller.aborted) this.upstream.leaving(this.replica!);
      this.handler.onResponseError?.(controller, error);
      return;
    }
    const final = isFinal(error);
    if (this.replica) this.upstream[final ? 'release' : 'missed'](this.replica);
    this.replica = undefined;
    this.failure = error;
    if (final) this.giveUp(error);
    else this.tryAgain();
  }

  /** Controls that the sender of the request has from the beginning. */
  private readonly controller: Controller = {
    get aborted() {
      return false;
    },
    get paused() {
      return false;
    },
    get reason() {
      return null;
    },
    abort: (reason: Error) => {
      if (this.sentBy) this.sentBy.abort(reason);
      else this.giveUp(this.failure === undefined ? reason : this.neverSent('does not listen'));
    },
    pause: () => this.sentBy?.pause(),
    resume: () => this.sentBy?.resume(),
  };

  private giveUp(reason: Error): void {
    if (this.state !== 'unsent') return;
    this.reason = reason;
    this.leave('over');
    this.handler.onResponseError?.(this.controller, reason);
  }

  private leave(state: 'sent' | 'over'): void {
    this.state = state;
    clearTimeout(this.timer);
    this.upstream.leave(this);
  }

  private neverSent(why: string): NeverSent {
    return new NeverSent(this.upstream.service, why, this.failure);
  }
}

/** Returns true for a mistake in the request or a closed client: waiting does not help. */
function isFinal(error: Error): boolean {
  const { errors } = undici();
  return (
    error instanceof errors.UndiciError &&
    !(error instanceof errors.ConnectTimeoutError) &&
    !(error instanceof errors.SocketError) &&
    !(error instanceof errors.InformationalError)
  );
}

/** Describes an error. A host with several addresses fails with an AggregateError that has no text of its own. */
function describe(error: Error): string {
  return error instanceof AggregateError && error.message === ''
    ? error.errors.map(({ message }: Error) => message).join('; ')
    : error.message;
}
