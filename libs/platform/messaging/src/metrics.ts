import { Counter, Gauge } from 'prom-client';

const labelNames = ['service', 'handler'];

/** What messaging counts, in prom-client's default registry. */
export const metrics = {
  handled: new Counter({ name: 'hearth_events_handled_total', help: 'Events handled with their effect', labelNames }),
  duplicates: new Counter({
    name: 'hearth_events_duplicates_total',
    help: 'Deliveries dropped because the event was handled before',
    labelNames,
  }),
  retries: new Counter({ name: 'hearth_events_retries_total', help: 'Failed attempts to be repeated', labelNames }),
  deadLetters: new Counter({ name: 'hearth_events_dead_letters_total', help: 'Events given up', labelNames }),
  published: new Counter({
    name: 'hearth_outbox_published_total',
    help: 'Outbox rows handed to the transport',
    labelNames: ['service'],
  }),
  lag: new Gauge({
    name: 'hearth_outbox_lag_seconds',
    help: 'Age of the oldest outbox row that is not published',
    labelNames: ['service'],
  }),
};
