import { readFile } from 'node:fs/promises';
import { ConfigurationError, defineSettings } from '@hearth/config';
import { z } from 'zod';
import { parseEncryptionKeys, type EncryptionKey } from './encryption-keys.js';

const FORM =
  'id:key separated by commas or line breaks, a key being 32 bytes in base64; the first one writes, all read';

const settings = defineSettings('Encryption at rest', {
  HEARTH_KEYS_FILE: z
    .string()
    .optional()
    .describe(
      `File with the keys that stored secrets are encrypted with: ${FORM}. It is read again while the process runs`,
    ),
  HEARTH_KEYS: z
    .string()
    .transform((text, context) => {
      try {
        return parseEncryptionKeys(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    })
    .optional()
    .describe(`The same keys themselves, where there is no file: ${FORM}`),
});

/** Source of a process' keys: a file that may change, or a fixed list; neither for a process that needs none. */
export interface KeyringSource {
  readonly file?: string | undefined;
  readonly keys?: readonly EncryptionKey[] | undefined;
}

/**
 * Reads HEARTH_KEYS_FILE and HEARTH_KEYS.
 * @throws ConfigurationError when both are set, or the list has a mistake
 */
export function keyringSource(environment?: NodeJS.ProcessEnv): KeyringSource {
  const { HEARTH_KEYS: keys, HEARTH_KEYS_FILE: file } = settings.read(environment);
  if (keys && file) throw new ConfigurationError('HEARTH_KEYS and HEARTH_KEYS_FILE are both set: leave one of them.');
  if (file) return { file };
  return keys ? { keys } : {};
}

/**
 * Reads the keys of HEARTH_KEYS_FILE or HEARTH_KEYS, for a program that needs them.
 * @throws ConfigurationError when there are none, or they cannot be read
 */
export async function readEncryptionKeys(environment?: NodeJS.ProcessEnv): Promise<readonly EncryptionKey[]> {
  const { file, keys } = keyringSource(environment);
  if (keys) return keys;
  if (!file) throw new ConfigurationError('HEARTH_KEYS_FILE is not set: it names the file with the encryption keys.');
  return orConfigurationError('HEARTH_KEYS_FILE', file, async () => parseEncryptionKeys(await readFile(file, 'utf8')));
}

/** Converts the error of an unusable key file into a ConfigurationError. */
export async function orConfigurationError<T>(name: string, file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ConfigurationError(`${name} names ${file}, which cannot be used: ${(error as Error).message}.`);
  }
}
