import { sshPrefix } from '@hearth/config';
import type { SshSettings } from './ssh-settings.js';

/**
 * Returns the beginning of every URL of git over SSH; undefined where SSH is off.
 * @param baseUrl where the client reached this server by HTTP: it has the same name for SSH, unless another is set
 */
export function sshPrefixOf(
  settings: Pick<SshSettings, 'port' | 'publicHost' | 'publicPort'> | undefined,
  baseUrl: string,
): string | undefined {
  if (!settings) return undefined;
  return sshPrefix(settings.publicHost ?? new URL(baseUrl).hostname, settings.publicPort ?? settings.port);
}
