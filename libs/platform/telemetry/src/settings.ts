import { defineSettings } from '@hearth/config';
import { z } from 'zod';

/** Standard variables: those that enable traces, and those of the SDK that most installations need. */
const settings = defineSettings('Traces (OpenTelemetry)', {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .optional()
    .describe('Base URL of an OTLP collector, such as http://collector:4318; traces are sent to it when it is set'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .string()
    .optional()
    .describe('The whole URL for traces, in place of the base URL; traces are sent when it is set'),
  OTEL_TRACES_EXPORTER: z
    .string()
    .optional()
    .describe('otlp or console start traces also without an endpoint; none keeps them off'),
  OTEL_SDK_DISABLED: z.string().optional().describe('true keeps traces off'),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .describe("Name of the process in traces; the service's own where it is not set"),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .optional()
    .describe('More attributes of every span, such as deployment.environment.name=production'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .string()
    .optional()
    .describe('http/protobuf, http/json or grpc; http/protobuf where it is not set'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe('Headers for the collector, such as credentials: name=value, separated by commas'),
  OTEL_TRACES_SAMPLER: z
    .string()
    .optional()
    .describe(
      'Which traces are recorded; parentbased_always_on where it is not set: all that the client does not exclude',
    ),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .optional()
    .describe('The share for OTEL_TRACES_SAMPLER=traceidratio and parentbased_traceidratio, from 0 to 1'),
  OTEL_PROPAGATORS: z
    .string()
    .optional()
    .describe('Formats of trace headers; tracecontext,baggage where it is not set'),
  OTEL_BSP_SCHEDULE_DELAY: z
    .string()
    .optional()
    .describe('Longest time in milliseconds that a span waits to be sent; 5000 where it is not set'),
  OTEL_LOG_LEVEL: z
    .string()
    .optional()
    .describe(
      'Makes the SDK itself talk on standard output: debug, info, warn or error; its warnings are in the log where it is not set',
    ),
});

/**
 * Returns true when the environment enables traces.
 * @param environment by default the process' own
 */
export function tracingAsked(environment?: NodeJS.ProcessEnv): boolean {
  const asked = settings.read(environment);
  const exporters = asked.OTEL_TRACES_EXPORTER?.split(',').map((name) => name.trim());
  if (asked.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || exporters?.includes('none')) return false;
  return Boolean(exporters ?? asked.OTEL_EXPORTER_OTLP_ENDPOINT ?? asked.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

/** Returns true when the environment names the process, in either of the two standard ways. */
export function serviceNameGiven(environment?: NodeJS.ProcessEnv): boolean {
  const { OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES } = settings.read(environment);
  return OTEL_SERVICE_NAME !== undefined || /(^|,)\s*service\.name=/.test(OTEL_RESOURCE_ATTRIBUTES ?? '');
}
