import type { Keyring } from '@hearth/secrets';
import { z } from 'zod';

const Secrets = z.array(z.string());

/** Encrypts the secrets to hide in a job's trace. */
export function sealedSecrets(keyring: Keyring, jobId: number, secrets: readonly string[]): string {
  return keyring.encrypt(JSON.stringify(secrets), secretsPlace(jobId));
}

/** Decrypts them; returns none when none are stored. */
export function openedSecrets(keyring: Keyring, jobId: number, sealed: string | null): string[] {
  return sealed === null ? [] : Secrets.parse(JSON.parse(keyring.decrypt(sealed, secretsPlace(jobId))));
}

function secretsPlace(jobId: number) {
  return { service: 'ci', table: 'job_traces', column: 'secrets', id: jobId } as const;
}
