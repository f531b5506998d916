import { Histogram } from 'prom-client';

const INTERVAL_MS = 100;
/** All requests of the process have waited this long: worth a line in the log. */
const STANDSTILL_MS = 1_000;

const delays = new Histogram({
  name: 'hearth_event_loop_delay_seconds',
  help: 'How late timers are that are due ten times a second: what every request of the process waits for',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/**
 * Measures delays of the event loop. Unlike prom-client's `nodejs_eventloop_lag_*`, which each scrape resets, the histogram loses no standstill
 * between two scrapes and adds up over processes.
 * @param warn called for each standstill of a second and more
 * @returns a function that stops the measurement
 */
export function measureEventLoopDelay(warn: (sentence: string) => void): () => void {
  let due = performance.now() + INTERVAL_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    const delay = Math.max(0, now - due);
    due = now + INTERVAL_MS;
    delays.observe(delay / 1000);
    if (delay >= STANDSTILL_MS) warn(`The event loop was blocked for ${Math.round(delay)} ms`);
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
