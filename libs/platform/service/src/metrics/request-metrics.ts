import { Histogram } from 'prom-client';
import { hasFailed, type CompletedRequest } from '../access-log.js';

const duration = new Histogram({
  name: 'hearth_http_request_seconds',
  help: 'Duration from the head of a request to the end of its response, clones and pushes included',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
});

/**
 * Counts a completed request by the pattern of its route and the class of its status (`2xx`; `aborted` when the client disconnected). `5xx` are
 * failures: 501 is counted by itself.
 */
export function countRequest({ method, route = 'none', status, milliseconds, aborted }: CompletedRequest): void {
  const isClass = status < 500 || hasFailed(status);
  const outcome = aborted ? 'aborted' : isClass ? `${Math.floor(status / 100)}xx` : String(status);
  duration.observe({ method, route, status: outcome }, milliseconds / 1000);
}
