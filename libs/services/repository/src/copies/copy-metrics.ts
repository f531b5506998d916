import { Counter, Gauge, Histogram } from 'prom-client';

/** Metrics of standing copies, in prom-client's default registry. */
export const copyMetrics = {
  lag: new Histogram({
    name: 'hearth_repository_copy_lag_seconds',
    help: 'Time from the first change that a copy lacked until it had it',
    labelNames: ['storage'],
    buckets: [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 30, 120, 600],
  }),
  reads: new Counter({
    name: 'hearth_repository_copy_reads_total',
    help: 'Reads that came to a copy: answered in the current state (current), without the newest changes (stale), or not (sent-back)',
    labelNames: ['storage', 'outcome'],
  }),
  behind: new Gauge({
    name: 'hearth_repository_copies_behind',
    help: 'Copies on the storage that lack changes of their repository',
    labelNames: ['storage'],
  }),
  behindSeconds: new Gauge({
    name: 'hearth_repository_copies_behind_seconds',
    help: 'Time since the first change that the copy furthest behind lacks; 0 when none is behind',
    labelNames: ['storage'],
  }),
};
