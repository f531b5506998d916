import { Counter, Gauge, Histogram } from 'prom-client';

const labelNames = ['service', 'handler'];

/** Metrics of messaging, in prom-client's default registry. */
export const metrics = {
  handled: new Counter({ name: 'hearth_events_handled_total', help: 'Events handled with their effect', labelNames }),
  duplicates: new Counter({
    name: 'hearth_events_duplicates_total',
    help: 'Deliveries dropped because the event was handled before',
    labelNames,
  }),
  retries: new Counter({ name: 'hearth_events_retries_total', help: 'Failed attempts that are retried', labelNames }),
  deadLetters: new Counter({
    name: 'hearth_events_dead_letters_total',
    help: 'Events that became dead letters',
    labelNames,
  }),
  published: new Counter({
    name: 'hearth_outbox_published_total',
    help: 'Events published from the outbox',
    labelNames: ['service'],
  }),
  lag: new Gauge({
    name: 'hearth_outbox_lag_seconds',
    help: 'Age of the oldest unpublished outbox row',
    labelNames: ['service'],
  }),
  handlerSeconds: new Histogram({
    name: 'hearth_events_handler_seconds',
    help: 'Duration of one attempt of a handler with its transaction',
    labelNames,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  }),
  consumerLag: new Gauge({
    name: 'hearth_consumer_lag_events',
    help: 'Consumer lag: unfinished events of a topic on the partitions of this process',
    labelNames: ['service', 'topic'],
  }),
  openDeadLetters: new Gauge({
    name: 'hearth_dead_letters_open',
    help: 'Dead letters that were not replayed, counted up to 10000',
    labelNames: ['service'],
  }),
  oldestDeadLetter: new Gauge({
    name: 'hearth_dead_letters_oldest_seconds',
    help: 'Age of the oldest dead letter that was not replayed',
    labelNames: ['service'],
  }),
};
