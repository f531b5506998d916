import { z } from 'zod';
import { defineSettings } from './settings.js';
import { httpUrl, wholeNumber } from './variables.js';

const settings = defineSettings('The public address', {
  HEARTH_URL: httpUrl()
    .optional()
    .describe(
      "Public base URL, as links in answers, mails and commit messages have it; in answers, each request's own host and protocol where it is not set",
    ),
  HEARTH_SSH_PUBLIC_HOST: z
    .string()
    .regex(/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/i, 'must be a host name or an address')
    .optional()
    .describe(
      "Host in addresses of git over SSH; the one of the public base URL or of the request's where it is not set",
    ),
  HEARTH_SSH_PUBLIC_PORT: wholeNumber({ min: 1, max: 65_535 })
    .optional()
    .describe(
      'Port in addresses of git over SSH; where it is not set, answers have the one of HEARTH_SSH, and webhooks have no such addresses',
    ),
});

const USUAL_SSH_PORT = 22;

/** The public base URL and the beginning of the addresses of git over SSH, for texts that are written without a request. */
export class OwnAddress {
  /**
   * @param url null when none is set
   * @param sshPrefix undefined where SSH is off, or no address of it is known
   */
  constructor(
    readonly url: string | null,
    readonly sshPrefix?: string,
  ) {}

  /** @throws ConfigurationError */
  static fromEnvironment(environment?: NodeJS.ProcessEnv): OwnAddress {
    const url = publicUrl(environment);
    const { port, host = url && new URL(url).hostname } = publicSshAddress(environment);
    const isKnown = port !== undefined && host !== undefined;
    return new OwnAddress(url ?? null, isKnown ? sshPrefix(host, port) : undefined);
  }
}

/**
 * Returns the public base URL; undefined when none is set.
 * @throws ConfigurationError
 */
export function publicUrl(environment?: NodeJS.ProcessEnv): string | undefined {
  return settings.read(environment).HEARTH_URL;
}

/**
 * Returns host and port in addresses of git over SSH, as far as they are set.
 * @throws ConfigurationError
 */
export function publicSshAddress(environment?: NodeJS.ProcessEnv): {
  host: string | undefined;
  port: number | undefined;
} {
  const { HEARTH_SSH_PUBLIC_HOST: host, HEARTH_SSH_PUBLIC_PORT: port } = settings.read(environment);
  return { host, port };
}

/** Returns the beginning of every URL of git over SSH. */
export function sshPrefix(host: string, port: number): string {
  return port === USUAL_SSH_PORT ? `git@${host}:` : `ssh://git@${host}:${port}/`;
}
