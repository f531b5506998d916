import type { SshSettings } from './ssh-settings.js';

const USUAL_PORT = 22;

/**
 * Returns the beginning of every URL of git over SSH; undefined where SSH is off.
 * @param baseUrl where the client reached this server by HTTP: it has the same name for SSH, unless another is set
 */
export function sshPrefixOf(
  settings: Pick<SshSettings, 'port' | 'publicHost' | 'publicPort'> | undefined,
  baseUrl: string,
): string | undefined {
  if (!settings) return undefined;
  const host = settings.publicHost ?? new URL(baseUrl).hostname;
  const port = settings.publicPort ?? settings.port;
  return port === USUAL_PORT ? `git@${host}:` : `ssh://git@${host}:${port}/`;
}
