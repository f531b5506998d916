import { ConfigurationError, defineSettings, hostAndPort, publicSshAddress, wholeNumber } from '@hearth/config';
import { z } from 'zod';

const count = () => wholeNumber({ min: 1, max: 100_000 });

const settings = defineSettings(
  'Git over SSH',
  {
    HEARTH_SSH: hostAndPort()
      .optional()
      .describe('Listener of a gateway or all-in-one for git over SSH, host:port; none where it is not set'),
    HEARTH_SSH_HOST_KEYS_FILE: z
      .string()
      .optional()
      .describe(
        'File with the private host keys as ssh-keygen writes them, one after the other; all gateways have the same',
      ),
    HEARTH_SSH_CONNECTIONS: count().prefault('1000').describe('Connections over SSH of a process at once'),
    HEARTH_SSH_UNAUTHENTICATED: count()
      .prefault('100')
      .describe(
        'Connections over SSH that have not signed in yet, of a process at once; a tenth of them from one address',
      ),
  },
  { readBy: ['EdgeModule'] },
);

/** The listener for git over SSH. */
export interface SshSettings {
  readonly host: string;
  readonly port: number;
  readonly hostKeysFile: string;
  readonly publicHost: string | undefined;
  readonly publicPort: number | undefined;
  readonly connections: number;
  readonly unauthenticated: number;
}

export const SSH_SETTINGS = Symbol('hearth:ssh-settings');

/**
 * @returns undefined where SSH is off
 * @throws ConfigurationError
 */
export function sshSettings(environment?: NodeJS.ProcessEnv): SshSettings | undefined {
  const read = settings.read(environment);
  if (!read.HEARTH_SSH) return undefined;
  const hostKeysFile = read.HEARTH_SSH_HOST_KEYS_FILE;
  if (hostKeysFile === undefined)
    throw new ConfigurationError(
      'HEARTH_SSH_HOST_KEYS_FILE is not set: with HEARTH_SSH, it names the file with the private host keys.',
    );
  const { host: publicHost, port: publicPort } = publicSshAddress(environment);
  return {
    host: read.HEARTH_SSH.host.replace(/^\[(.*)\]$/, '$1'),
    port: read.HEARTH_SSH.port,
    hostKeysFile,
    publicHost,
    publicPort,
    connections: read.HEARTH_SSH_CONNECTIONS,
    unauthenticated: read.HEARTH_SSH_UNAUTHENTICATED,
  };
}
