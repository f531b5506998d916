import 'reflect-metadata';
import { endProcess } from '@hearth/config';
import { migratingUrl, type ServiceSchema } from '@hearth/data';
import { Keyring, readEncryptionKeys, reencrypt, type Reencryption } from '@hearth/secrets';

/** Exit status when a stored value could not be rewritten. */
const INCOMPLETE = 3;

/**
 * Re-encrypts the encrypted columns of the services with the first key of HEARTH_KEYS_FILE or HEARTH_KEYS, and prints the number of rewritten rows
 * and the keys that are still in use on standard output; with the argument `--json` as one JSON object. Then ends the process: status 0 when
 * everything is encrypted with the first key, 3 when values could not be decrypted or stayed locked, 1 with the reason for a failure, 2 for a mistake
 * in the configuration.
 */
export async function rotateServices(services: readonly { readonly schema: ServiceSchema }[]): Promise<void> {
  try {
    const url = migratingUrl();
    const keyring = new Keyring(await readEncryptionKeys());
    const result = await reencrypt(
      url,
      services.map(({ schema }) => schema),
      keyring,
    );
    const asJson = process.argv.includes('--json');
    process.stdout.write(asJson ? `${JSON.stringify(result)}\n` : inWords(result, keyring.ids));
    process.exit(result.locked > 0 || result.unreadable.length > 0 ? INCOMPLETE : 0);
  } catch (error) {
    endProcess(error, 'Rotation');
  }
}

function inWords({ rewritten, locked, inUse, unreadable }: Reencryption, ring: readonly string[]): string {
  const [writing, ...old] = ring;
  const stored = [...new Set([...ring, ...Object.keys(inUse)])];
  return [
    `${rewritten} rows were encrypted again with ${writing}.`,
    ...stored.map((id) => `${id}: ${inUse[id] ?? 0} values${old.includes(id) && !inUse[id] ? ', no longer used' : ''}`),
    ...(locked > 0 ? [`${locked} rows stayed locked by others: run this again.`] : []),
    ...unreadable,
    '',
  ].join('\n');
}
