import { propagation } from '@opentelemetry/api';

/** Runs work with the span of `traceparent` as the current one, without an SDK. */
export async function withinTrace<T>(traceparent: string, work: () => Promise<T>): Promise<T> {
  propagation.setGlobalPropagator({
    inject: (_context, carrier, setter) => setter.set(carrier, 'traceparent', traceparent),
    extract: (context) => context,
    fields: () => ['traceparent'],
  });
  try {
    return await work();
  } finally {
    propagation.disable();
  }
}
