import { Counter, Gauge, Histogram } from 'prom-client';

/** Metrics of calls and forwarded requests, in prom-client's default registry. */
export const metrics = {
  calls: new Histogram({
    name: 'hearth_call_duration_seconds',
    help: "Calls by this process, by result: 'answered', 'refused' or 'failed'",
    labelNames: ['contract', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  }),
  retries: new Counter({
    name: 'hearth_requests_retried_total',
    help: "Retries of requests to a service that did not listen ('unreachable'), or broke off an idempotent one ('broken')",
    labelNames: ['service', 'reason'],
  }),
  waiting: new Gauge({
    name: 'hearth_requests_waiting',
    help: 'Requests to a service that could not be sent yet',
    labelNames: ['service'],
  }),
};
