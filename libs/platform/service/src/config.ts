import { z } from 'zod';

const hostAndPort = z
  .string()
  .regex(/^.+:\d{1,5}$/, 'must be host:port')
  .transform((text) => {
    const at = text.lastIndexOf(':');
    return { host: text.slice(0, at), port: Number(text.slice(at + 1)) };
  });

/** What every process of Hearth is configured with; services read what is theirs alone where they need it. */
const Environment = z.object({
  HEARTH_ROUTED: hostAndPort.describe(
    'Listener for users (gateway, all-in-one) or for the gateway (services), host:port',
  ),
  HEARTH_INTERNAL: hostAndPort.describe('Listener for calls, probes and metrics, host:port; never exposed'),
  HEARTH_SIGNING_KEY: z.string().min(1).describe('File with the Ed25519 key that this process signs with'),
  HEARTH_VERIFY_KEYS: z.string().min(1).describe('File with the public keys of all services'),
  HEARTH_TRUSTED_PROXIES: z
    .string()
    .optional()
    .transform((text) =>
      text
        ?.split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .describe('Addresses whose X-Forwarded-* headers are believed, separated by commas'),
  HEARTH_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});
export type ServiceConfig = z.output<typeof Environment>;

/** A mistake in the configuration, told in one sentence. */
export class ConfigurationError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ConfigurationError';
  }
}

/**
 * Reads the configuration.
 * @throws ConfigurationError that names the first wrong variable and what it is for
 */
export function readConfig(environment: NodeJS.ProcessEnv): ServiceConfig {
  const parsed = Environment.safeParse(environment);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  const name = String(path[0]) as keyof typeof Environment.shape;
  const problem = environment[name] === undefined ? 'is not set' : `has an unusable value (${message})`;
  const purpose = Environment.shape[name].description;
  throw new ConfigurationError(`${name} ${problem}${purpose ? `: ${purpose}` : ''}.`);
}
