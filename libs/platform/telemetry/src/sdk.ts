import { DiagLogLevel, diag } from '@opentelemetry/api';
import { tracingAsked, serviceNameGiven } from './settings.js';

export interface RunningTraces {
  /** Sends what is left. Waits no longer than the exporter's own time-out, and never throws: spans are not worth a failed shutdown. */
  stop(): Promise<void>;
}

const OFF: RunningTraces = { stop: () => Promise.resolve() };
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
      await sdk.shutdown().catch((error: unknown) => report(String(error)));
    },
  };
}
