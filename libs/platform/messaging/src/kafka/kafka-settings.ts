import { readFileSync } from 'node:fs';
import type { SASLOptions } from 'kafkajs';
import { z } from 'zod';
import { ConfigurationError, defineSettings, flag, list, wholeNumber } from '@hearth/config';

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
/** kafkajs accepts no IPv6 literals here; host names that resolve to one work. */
const ADDRESS = /^[^\s:/[\]]+:(\d{1,5})$/;

const settings = defineSettings(
  'Kafka',
  {
    KAFKA_BROKERS: list()
      .refine((brokers) => brokers.every(isAddress), 'must be host:port of brokers, separated by commas')
      .optional()
      .describe('host:port of one or more brokers, separated by commas; needed unless all services share one process'),
    KAFKA_SSL: flag().prefault('0').describe('1: connections to the brokers are encrypted (TLS)'),
    KAFKA_SSL_CA_FILE: z
      .string()
      .optional()
      .describe(
        "PEM file of the authorities that the brokers' certificates are checked against, instead of the system's",
      ),
    KAFKA_SSL_CERT_FILE: z
      .string()
      .optional()
      .describe('PEM file of the certificate that this client shows the brokers'),
    KAFKA_SSL_KEY_FILE: z.string().optional().describe('PEM file of the key of KAFKA_SSL_CERT_FILE'),
    KAFKA_SASL_MECHANISM: z
      .string()
      .transform((text) => text.toLowerCase())
      .pipe(z.enum(MECHANISMS, `must be one of ${MECHANISMS.join(', ')}`))
      .optional()
      .describe(`How this client signs in at the brokers: ${MECHANISMS.join(', ')}; not at all unless given`),
    KAFKA_SASL_USERNAME: z.string().optional().describe('Name to sign in with'),
    KAFKA_SASL_PASSWORD: z.string().optional().describe('Password to sign in with'),
    KAFKA_SASL_PASSWORD_FILE: z
      .string()
      .optional()
      .describe('File that holds the password, instead of KAFKA_SASL_PASSWORD; a line end behind it does not count'),
    HEARTH_TOPIC_PREFIX: z
      .string()
      .regex(/^[a-zA-Z0-9._-]{1,200}$/, 'must be at most 200 letters, digits, dots, dashes and underscores')
      .prefault('hearth')
      .describe("What the names of topics and consumer groups begin with: it keeps two systems' apart on one cluster"),
    HEARTH_TOPIC_REPLICATION_FACTOR: wholeNumber({ min: 1, max: 32_767 })
      .optional()
      .describe("Copies of each topic that is created; the cluster's default.replication.factor unless given"),
    HEARTH_TOPIC_MIN_INSYNC_REPLICAS: wholeNumber({ min: 1, max: 32_767 })
      .optional()
      .describe("How many copies must have an event before it counts as published; the cluster's default unless given"),
  },
  { readBy: ['KafkaEvents', 'migrate.js'] },
);

/** Connection settings of the brokers. Contains secrets: never log it. */
export interface KafkaConnection {
  readonly brokers: readonly string[];
  /** TLS settings; undefined for unencrypted connections. */
  readonly ssl?: { ca?: string; cert?: string; key?: string };
  readonly sasl?: SASLOptions;
}

/** Settings of created topics; undefined for the cluster's defaults. */
export interface TopicSettings {
  readonly prefix: string;
  readonly replicationFactor: number | undefined;
  readonly minInsyncReplicas: number | undefined;
}

/** Returns true when KAFKA_BROKERS is set. */
export function hasBrokers(): boolean {
  return settings.read().KAFKA_BROKERS !== undefined;
}

/**
 * Reads the connection settings from the environment.
 * @param brokers in place of those of KAFKA_BROKERS
 * @throws ConfigurationError for the first mistake, without any secret
 */
export function kafkaConnection(brokers?: readonly string[]): KafkaConnection {
  const read = settings.read();
  const addresses = brokers ?? read.KAFKA_BROKERS;
  if (!addresses?.length)
    throw new ConfigurationError(
      'KAFKA_BROKERS is not set: give host:port of at least one broker, or run all services in one process.',
    );
  return { brokers: addresses, ssl: sslOf(read), sasl: saslOf(read) };
}

/**
 * Reads the settings of created topics.
 * @throws ConfigurationError
 */
export function topicSettings(): TopicSettings {
  const read = settings.read();
  const replicationFactor = read.HEARTH_TOPIC_REPLICATION_FACTOR;
  const minInsyncReplicas = read.HEARTH_TOPIC_MIN_INSYNC_REPLICAS;
  if (replicationFactor !== undefined && minInsyncReplicas !== undefined && minInsyncReplicas > replicationFactor)
    throw new ConfigurationError(
      'HEARTH_TOPIC_MIN_INSYNC_REPLICAS is larger than HEARTH_TOPIC_REPLICATION_FACTOR: nothing could ever be published.',
    );
  return { prefix: read.HEARTH_TOPIC_PREFIX, replicationFactor, minInsyncReplicas };
}

type Read = ReturnType<typeof settings.read>;

function sslOf(read: Read): KafkaConnection['ssl'] {
  const files = ['KAFKA_SSL_CA_FILE', 'KAFKA_SSL_CERT_FILE', 'KAFKA_SSL_KEY_FILE'] as const;
  const given = files.find((name) => read[name] !== undefined);
  if (!read.KAFKA_SSL) {
    if (given) throw new ConfigurationError(`${given} is set, but KAFKA_SSL is not: set KAFKA_SSL=1 to encrypt.`);
    return undefined;
  }
  if ((read.KAFKA_SSL_CERT_FILE === undefined) !== (read.KAFKA_SSL_KEY_FILE === undefined))
    throw new ConfigurationError('KAFKA_SSL_CERT_FILE and KAFKA_SSL_KEY_FILE belong together: set both or neither.');
  const [ca, cert, key] = files.map((name) => pemOf(name, read[name]));
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
}

function saslOf(read: Read): SASLOptions | undefined {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = read;
  const file = read.KAFKA_SASL_PASSWORD_FILE;
  if (mechanism === undefined) {
    if (username !== undefined || password !== undefined || file !== undefined)
      throw new ConfigurationError(
        `KAFKA_SASL_MECHANISM is not set, but a name or password is: give one of ${MECHANISMS.join(', ')}.`,
      );
    return undefined;
  }
  if (username === undefined)
    throw new ConfigurationError(
      'KAFKA_SASL_USERNAME is not set, but KAFKA_SASL_MECHANISM is: give the name to sign in with.',
    );
  if ((password === undefined) === (file === undefined))
    throw new ConfigurationError(
      'KAFKA_SASL_MECHANISM needs a password: set one of KAFKA_SASL_PASSWORD and KAFKA_SASL_PASSWORD_FILE, and not both.',
    );
  return { mechanism, username, password: password ?? passwordIn(file!) } as SASLOptions;
}

function passwordIn(file: string): string {
  const password = contentsOf('KAFKA_SASL_PASSWORD_FILE', file).replace(/\r?\n$/, '');
  if (password === '') throw new ConfigurationError('KAFKA_SASL_PASSWORD_FILE names a file that is empty.');
  return password;
}

function pemOf(name: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const text = contentsOf(name, file);
  if (!text.includes('-----BEGIN ')) throw new ConfigurationError(`${name} names a file that is not PEM.`);
  return text;
}

function contentsOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError(
      `${name} names a file that cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

function isAddress(text: string): boolean {
  const port = Number(ADDRESS.exec(text)?.[1]);
  return port > 0 && port < 65_536;
}
