import 'reflect-metadata';
import { endProcess } from '@hearth/config';
import { directDatabaseUrl, type ServiceSchema } from '@hearth/data';
import { Keyring, readRingKeys, reencrypt, type Reencryption } from '@hearth/secrets';

/** Exit status when something that is stored could not be rewritten. */
const INCOMPLETE = 3;

/**
 * Encrypts again, with the first key of HEARTH_KEYS_FILE or HEARTH_KEYS, what the services store encrypted, and says on standard output
 * what was done and which keys are still in use; with the argument `--json` as one JSON object.
 * The process then ends: status 0 when all of it is written with the first key, 3 when some could not be read or stayed locked, 1 with
 * the reason when it failed, 2 for a mistake in the configuration.
 */
export async function rotateServices(services: readonly { readonly schema: ServiceSchema }[]): Promise<void> {
  try {
    const url = directDatabaseUrl();
    const keyring = new Keyring(await readRingKeys());
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
