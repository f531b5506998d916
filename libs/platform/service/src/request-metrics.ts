import { Histogram } from 'prom-client';
import type { EndedRequest } from './access-log.js';

const duration = new Histogram({
  name: 'hearth_http_request_seconds',
  help: 'From the head of a request to the end of its answer, clones and pushes included',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
});

/** Counts a request that has ended, by the pattern of its route and the class of its status (`2xx`; `aborted` when the client left). */
export function countRequest({ method, route = 'none', status, milliseconds, aborted }: EndedRequest): void {
  const outcome = aborted ? 'aborted' : `${Math.floor(status / 100)}xx`;
  duration.observe({ method, route, status: outcome }, milliseconds / 1000);
}
