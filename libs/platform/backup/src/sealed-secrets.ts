import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { BackupFailure } from './backup-failure.js';

/** 128 MiB of memory for each guess of a passphrase. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const CIPHER = 'aes-256-gcm';

const Sealed = z.object({ salt: z.base64(), nonce: z.base64(), tag: z.base64(), text: z.base64() });
const Files = z.record(z.string(), z.base64());

/** Returns the files of a folder, encrypted with a key derived from a passphrase (scrypt, AES-256-GCM), as JSON. */
export async function sealSecrets(folder: string, passphrase: string): Promise<string> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) files[path.relative(folder, file)] = (await readFile(file)).toString('base64');
  }
  const [salt, nonce] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, keyOf(passphrase, salt), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(files)), cipher.final()]);
  const bytes = { salt, nonce, tag: cipher.getAuthTag(), text };
  return JSON.stringify(
    Object.fromEntries(Object.entries(bytes).map(([name, value]) => [name, value.toString('base64')])),
  );
}

/**
 * Writes the files of {@link sealSecrets} into a folder, for its owner only.
 * @throws BackupFailure for another passphrase
 */
export async function unsealSecrets(sealed: string, passphrase: string, folder: string): Promise<void> {
  const files = Files.parse(JSON.parse(decrypt(sealed, passphrase)));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    if (!file.startsWith(folder + path.sep)) throw new BackupFailure('A secret has a name outside of its folder.');
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await chmod(path.dirname(file), 0o700);
    await writeFile(file, Buffer.from(content, 'base64'), { mode: 0o600, flush: true });
  }
}

function decrypt(sealed: string, passphrase: string): string {
  const { salt, nonce, tag, text } = Sealed.parse(JSON.parse(sealed));
  const bytes = (value: string) => Buffer.from(value, 'base64');
  const decipher = createDecipheriv(CIPHER, keyOf(passphrase, bytes(salt)), bytes(nonce)).setAuthTag(bytes(tag));
  try {
    return Buffer.concat([decipher.update(bytes(text)), decipher.final()]).toString('utf8');
  } catch {
    throw new BackupFailure('The passphrase is not the one of the backup: its secrets cannot be decrypted.');
  }
}

function keyOf(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase, salt, 32, SCRYPT);
}
