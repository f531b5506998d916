import { defineSettings, hostAndPort, list, networks } from '@hearth/config';
import { z } from 'zod';

/** Settings of every process; settings of one part are declared where that part reads them. */
const settings = defineSettings('Every process', {
  HEARTH_CONFIG_FILE: z
    .string()
    .optional()
    .describe(
      'Configuration file (YAML), which sets what variables do not; ./hearth also reads hearth.yaml of the data folder',
    ),
  HEARTH_ROUTED: hostAndPort().describe(
    'Listener for users (gateway, all-in-one) or for the gateway (services), host:port',
  ),
  HEARTH_INTERNAL: hostAndPort().describe('Listener for calls, probes and metrics, host:port; never exposed'),
  HEARTH_SIGNING_KEY: z.string().describe('File with the Ed25519 key that this process signs with'),
  HEARTH_VERIFY_KEYS: z.string().describe('File with the public keys of all services'),
  HEARTH_OPERATOR_NETWORKS: networks()
    .optional()
    .describe(
      "Addresses and networks (10.0.0.0/8) that may read metrics and the details of health without the operator's token, separated by commas; none where it is not set",
    ),
  HEARTH_TRUSTED_PROXIES: list()
    .optional()
    .describe('Addresses whose X-Forwarded-* headers are believed, separated by commas; none where it is not set'),
  HEARTH_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .prefault('info')
    .describe('Lowest level that is logged: trace, debug, info, warn, error or silent'),
});
export type ServiceConfig = ReturnType<typeof readConfig>;

/**
 * Reads the configuration.
 * @param environment by default the process' own
 * @throws ConfigurationError that names the first invalid variable and its purpose
 */
export function readConfig(environment?: NodeJS.ProcessEnv) {
  return settings.read(environment);
}
