import { defineSettings, hostAndPort, list } from '@hearth/config';
import { z } from 'zod';

/** What every process of Hearth is configured with; the parts of a process read what is theirs alone where they need it. */
const settings = defineSettings('Every process', {
  HEARTH_ROUTED: hostAndPort().describe(
    'Listener for users (gateway, all-in-one) or for the gateway (services), host:port',
  ),
  HEARTH_INTERNAL: hostAndPort().describe('Listener for calls, probes and metrics, host:port; never exposed'),
  HEARTH_SIGNING_KEY: z.string().describe('File with the Ed25519 key that this process signs with'),
  HEARTH_VERIFY_KEYS: z.string().describe('File with the public keys of all services'),
  HEARTH_TRUSTED_PROXIES: list()
    .optional()
    .describe('Addresses whose X-Forwarded-* headers are believed, separated by commas; none where it is not set'),
  HEARTH_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .prefault('info')
    .describe('The least that the log is told: trace, debug, info, warn, error or silent'),
});
export type ServiceConfig = ReturnType<typeof readConfig>;

/**
 * Reads the configuration.
 * @param environment the process' own unless given
 * @throws ConfigurationError that names the first wrong variable and what it is for
 */
export function readConfig(environment?: NodeJS.ProcessEnv) {
  return settings.read(environment);
}
