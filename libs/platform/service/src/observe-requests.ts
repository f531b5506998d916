import { SpanKind } from '@opentelemetry/api';
import { routeName } from '@hearth/http';
import { openSpan, tracesRun, withOrigin, type OpenSpan, type Origin } from '@hearth/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasFailed, type AccessLog, type CompletedRequest } from './access-log.js';
import { countRequest } from './metrics/request-metrics.js';

/** The origin and span of a request. */
interface Entered {
  readonly origin: Origin;
  readonly span: OpenSpan | undefined;
}

/**
 * Measures every request and makes it the origin (and, with tracing, the span) of all work on it: hooks, handlers, streams, raw routes. To
 * be called before other hooks are added.
 * @param log called when a request has ended, also when it was aborted
 */
export function observeRequests(fastify: FastifyInstance, log: AccessLog): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const running = { method: request.method, route: () => routeName(request), response: reply.raw };
    const origin = { correlation: request.id, request: running };
    const entered = { origin, span: tracesRun() ? spanOf(request) : undefined };
    const startedAt = performance.now();
    const { socket } = request.raw;
    const sentBefore = socket.bytesWritten || 0;
    // Unlike `onResponse`, this event comes for aborted responses too.
    reply.raw.once('close', () => {
      const ended = endedRequest(request, reply, startedAt, (socket.bytesWritten || 0) - sentBefore);
      countRequest(ended);
      enter(entered, () => log(ended));
      entered.span?.end(spanDetails(ended));
    });
    enter(entered, done);
  });
}

function enter({ origin, span }: Entered, work: () => void): void {
  if (span) span.within(() => withOrigin(origin, work));
  else withOrigin(origin, work);
}

function endedRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  startedAt: number,
  bytes: number,
): CompletedRequest {
  return {
    method: request.method,
    route: routeName(request),
    path: pathOf(request),
    status: reply.raw.statusCode,
    milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
    bytes,
    aborted: !reply.raw.writableFinished,
  };
}

function spanOf(request: FastifyRequest): OpenSpan {
  const attributes = {
    'http.request.method': request.method,
    'url.path': pathOf(request),
    'url.scheme': request.protocol,
    'hearth.correlation': request.id,
  };
  return openSpan(request.method, SpanKind.SERVER, attributes, request.headers);
}

function spanDetails({ method, route, status, aborted }: CompletedRequest): Parameters<OpenSpan['end']>[0] {
  return {
    name: route === undefined ? method : `${method} ${route}`,
    attributes: { 'http.response.status_code': status, ...(route !== undefined && { 'http.route': route }) },
    failed: aborted ? 'client closed the request' : hasFailed(status) ? `answered ${status}` : undefined,
  };
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0]!;
}
