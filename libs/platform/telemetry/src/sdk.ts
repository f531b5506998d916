import { setTimeout } from 'node:timers/promises';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { tracingAsked, serviceNameGiven } from './settings.js';

export interface RunningTraces {
  /** Sends what is left, within three seconds, and never throws: spans are not worth a failed shutdown. */
  stop(): Promise<void>;
}

const OFF: RunningTraces = { stop: () => Promise.resolve() };
/** A collector that does not answer must not hold up the end of the process. */
const FLUSH_MS = 3_000;
let running = false;

/** Whether this process sends traces. */
export function tracesRun(): boolean {
  return running;
}

/**
 * Sends spans from now on, when the standard variables of OpenTelemetry ask for it; to be called before the parts that make spans are made.
 * The SDK is loaded only then: without those variables this costs nothing.
 * @param name of the process, for what OTEL_SERVICE_NAME leaves open
 * @param report is told what goes wrong with sending
 */
export async function startTraces(
  name: string,
  report: (message: string) => void = () => undefined,
): Promise<RunningTraces> {
  if (!tracingAsked()) return OFF;
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const quiet = () => undefined;
  const tell = (message: string, ...details: unknown[]) => report([message, ...details].map(String).join(' '));
  diag.setLogger({ error: tell, warn: tell, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN);
  const sdk = new NodeSDK({
    // Metrics are scraped, logs are lines on standard output.
    metricReaders: [],
    logRecordProcessors: [],
    ...(!serviceNameGiven() && { serviceName: name }),
  });
  sdk.start();
  running = true;
  return {
    stop: async () => {
      running = false;
      const late = setTimeout(FLUSH_MS, undefined, { ref: false });
      await Promise.race([sdk.shutdown().catch((error: unknown) => report(String(error))), late]);
    },
  };
}
