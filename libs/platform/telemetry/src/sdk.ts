import { setTimeout } from 'node:timers/promises';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { tracingAsked, serviceNameGiven } from './settings.js';

export interface RunningTraces {
  /** Sends the remaining spans within three seconds. Never throws: spans are not worth a failed shutdown. */
  stop(): Promise<void>;
}

const OFF: RunningTraces = { stop: () => Promise.resolve() };
/** A collector that does not respond must not delay the end of the process. */
const FLUSH_MS = 3_000;
let running = false;

/** Returns true when this process sends traces. */
export function tracesRun(): boolean {
  return running;
}

/**
 * Starts sending spans when the standard variables of OpenTelemetry enable it; to be called before parts that create spans are created. The
 * SDK is loaded only then: without those variables there is no cost.
 * @param name of the process, unless OTEL_SERVICE_NAME sets it
 * @param report called for failures to send
 */
export async function startTraces(
  name: string,
  report: (message: string) => void = () => undefined,
): Promise<RunningTraces> {
  if (!tracingAsked()) return OFF;
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const quiet = () => undefined;
  const warn = (message: string, ...details: unknown[]) => report([message, ...details].map(String).join(' '));
  diag.setLogger({ error: warn, warn, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN);
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
