import { Job, defineJob, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { KeepSigningKeys } from '../openid/keep-signing-keys.js';

/** Replaces the keys that sign id_tokens, every 90 days. */
export const ReplaceSigningKeys = defineJob({
  name: 'replace-signing-keys',
  data: z.object({}),
  schedule: '17 4 * * *',
});

@Job(ReplaceSigningKeys)
export class ReplaceSigningKeysWorker implements JobWorker<typeof ReplaceSigningKeys> {
  constructor(private readonly keepSigningKeys: KeepSigningKeys) {}

  run(): Promise<void> {
    return this.keepSigningKeys.replace();
  }
}
