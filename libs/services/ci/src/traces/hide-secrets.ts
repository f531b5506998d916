import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import { hiddenSecrets } from './mask.rules.js';
import { sealedSecrets } from './secrets.rules.js';
import { TracesStore } from './traces.store.js';

/** Stores the secrets to hide in a job's trace while their values are known: variables change, and only hashes of tokens are stored. */
@Injectable()
export class HideSecrets {
  constructor(
    private readonly tracesStore: TracesStore,
    private readonly keyring: Keyring,
  ) {}

  /** Must be called before the job begins. */
  within(tx: Tx, jobId: number, values: readonly string[]): Promise<void> {
    return this.tracesStore.begin(tx, jobId, sealedSecrets(this.keyring, jobId, hiddenSecrets(values)));
  }
}
