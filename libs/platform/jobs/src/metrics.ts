import { Counter, Gauge, Histogram } from 'prom-client';

/** Metrics of jobs, in prom-client's default registry. */
export const metrics = {
  runs: new Counter({
    name: 'hearth_job_runs_total',
    help: 'Runs of jobs by result: done, failed, interrupted, lost, skipped',
    labelNames: ['service', 'job', 'result'],
  }),
  seconds: new Histogram({
    name: 'hearth_job_run_seconds',
    help: 'Duration of job runs',
    labelNames: ['service', 'job'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
  }),
  queued: new Gauge({
    name: 'hearth_jobs',
    help: 'Jobs of the whole system by state: waiting, running, failed (for good, within the last hour), dead (letters)',
    labelNames: ['service', 'queue', 'state'],
  }),
  backfilled: new Gauge({
    name: 'hearth_backfill_ratio',
    help: 'Share of the keys of its table that a backfill has passed, as the process that ran it last saw it',
    labelNames: ['service', 'backfill'],
  }),
  recovered: new Counter({
    name: 'hearth_jobs_recovered_total',
    help: 'Jobs requeued because the process that ran them was dead',
    labelNames: ['service'],
  }),
};
