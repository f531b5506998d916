import { BlockList, isIP, isIPv6 } from 'node:net';
import { z } from 'zod';

/** Types of environment variables. Their messages name the expected form and never quote the value: it may contain a password. */

const FLAGS: Readonly<Record<string, boolean>> = {
  1: true,
  true: true,
  yes: true,
  on: true,
  0: false,
  false: false,
  no: false,
  off: false,
};

/** On or off: `1`, `true`, `yes`, `on`, or their opposites. */
export function flag() {
  return z
    .string()
    .refine((text) => Object.hasOwn(FLAGS, text.toLowerCase()), 'must be 1 or 0')
    .transform((text) => FLAGS[text.toLowerCase()]!);
}

/** A whole number within inclusive bounds. */
export function wholeNumber({ min, max }: { min: number; max: number }) {
  const inside = (text: string) => /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return z.string().refine(inside, `must be a whole number from ${min} to ${max}`).transform(Number);
}

const MILLISECONDS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(\d{1,9})(ms|s|m|h|d)$/;

/**
 * A duration with its unit: `250ms`, `10s`, `5m`, `1h`, `7d`. Parsed to milliseconds.
 * @param bounds in milliseconds, inclusive; by default from 0 to 365 days
 */
export function duration({ min = 0, max = 365 * MILLISECONDS.d }: { min?: number; max?: number } = {}) {
  const inside = (text: string) => {
    const length = milliseconds(text);
    return length !== undefined && length >= min && length <= max;
  };
  return z
    .string()
    .refine(inside, `must be a time such as 250ms, 10s or 5m, from ${durationText(min)} to ${durationText(max)}`)
    .transform((text) => milliseconds(text)!);
}

function milliseconds(text: string): number | undefined {
  const [, amount, unit] = DURATION.exec(text) ?? [];
  return unit === undefined ? undefined : Number(amount) * MILLISECONDS[unit as keyof typeof MILLISECONDS];
}

/** Formats milliseconds as a duration, in the largest unit that fits. */
export function durationText(length: number): string {
  const units = Object.entries(MILLISECONDS).reverse();
  const [unit, size] = units.find(([, each]) => length > 0 && length % each === 0) ?? ['s', 1000];
  return `${length / size}${unit}`;
}

const UNITS_OF_BYTES = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 } as const;
const BYTES = /^([1-9]\d{0,8})(KiB|MiB|GiB|TiB)$/;

/**
 * A number of bytes with its unit: `512KiB`, `100MiB`, `5GiB`, `1TiB`. Gives bytes.
 * @param options `orZero`: `0` is allowed, too
 */
export function byteSize({ orZero = false }: { orZero?: boolean } = {}) {
  const isZero = (text: string) => orZero && text === '0';
  const form = `must be a size such as 512KiB, 100MiB, 5GiB or 1TiB${orZero ? ', or 0' : ''}`;
  return z
    .string()
    .refine((text) => isZero(text) || BYTES.test(text), form)
    .transform((text) => {
      if (isZero(text)) return 0;
      const [, amount, unit] = BYTES.exec(text)!;
      return Number(amount) * UNITS_OF_BYTES[unit as keyof typeof UNITS_OF_BYTES];
    });
}

/** Formats bytes as a size, in the largest unit that fits. */
export function byteSizeText(bytes: number): string {
  const units = Object.entries(UNITS_OF_BYTES).reverse();
  const [unit, size] = units.find(([, each]) => bytes % each === 0) ?? ['bytes', 1];
  return `${bytes / size} ${unit}`;
}

/** Values separated by commas, at least one; spaces around them do not count. */
export function list() {
  const parts = (text: string) => text.split(',').map((part) => part.trim());
  return z
    .string()
    .transform((text) => parts(text).filter((part) => part !== ''))
    .refine((values) => values.length > 0, 'must be values separated by commas');
}

/** IP addresses and networks in CIDR notation, separated by commas. Parsed to a `BlockList`. */
export function networks() {
  return list()
    .refine((values) => values.every(isNetwork), 'must be addresses and networks such as 127.0.0.1 or 10.0.0.0/8')
    .transform((values) => {
      const known = new BlockList();
      for (const value of values) {
        const [address, prefix] = value.split('/') as [string, string?];
        const family = isIPv6(address) ? 'ipv6' : 'ipv4';
        known.addSubnet(address, prefix === undefined ? bitsOf(address) : Number(prefix), family);
      }
      return known;
    });
}

function isNetwork(text: string): boolean {
  const [, address = '', prefix = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  return isIP(address) > 0 && Number(prefix) <= bitsOf(address);
}

function bitsOf(address: string): number {
  return isIPv6(address) ? 128 : 32;
}

/** Address of a listener: `127.0.0.1:8080`, `[::1]:8080`. Parsed to the host as written, and the port. */
export function hostAndPort() {
  return z
    .string()
    .refine((text) => Number(/^.+:(\d{1,5})$/.exec(text)?.[1] ?? Infinity) < 65_536, 'must be host:port')
    .transform((text) => {
      const at = text.lastIndexOf(':');
      return { host: text.slice(0, at), port: Number(text.slice(at + 1)) };
    });
}

/** The URL of a web server without query and fragment. Parsed without slashes at its end. */
export function httpUrl() {
  return z
    .string()
    .refine((text) => isUrlOf(text, ['http:', 'https:']) && !/[?#]/.test(text), 'must be an http:// or https:// URL')
    .transform((text) => text.replace(/(?<!\/)\/+$/, ''));
}

/** The URL of a PostgreSQL database. */
export function postgresUrl() {
  return z
    .string()
    .refine(
      (text) => isUrlOf(text, ['postgres:', 'postgresql:']),
      'must be a postgres://user:password@host/database URL',
    );
}

/** The URL of a Redis or Valkey: `redis://`, or `rediss://` for TLS. */
export function redisUrl() {
  return z.string().refine((text) => isUrlOf(text, ['redis:', 'rediss:']), 'must be a redis:// or rediss:// URL');
}

function isUrlOf(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

/**
 * JSON of a given shape.
 * @param what the shape in error messages: `an object of folders by storage`
 */
export function json<S extends z.ZodType>(schema: S, what: string) {
  return z.string().transform((text, context): z.output<S> => {
    const parsed = schema.safeParse(parsedJson(text));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: `must be JSON: ${what}` });
    return z.NEVER;
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
