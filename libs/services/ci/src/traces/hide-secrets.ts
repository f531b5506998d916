import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import { hiddenSecrets } from './mask.rules.js';
import { sealedSecrets } from './secrets.rules.js';
import { TracesStore, type BeginningTrace } from './traces.store.js';

/** Stores the secrets to hide in the traces of jobs while their values are known: variables change, and only hashes of tokens are stored. */
@Injectable()
export class HideSecrets {
  constructor(
    private readonly tracesStore: TracesStore,
    private readonly keyring: Keyring,
  ) {}

  /** Encrypts the secrets of a job for `within`. */
  sealed(jobId: number, values: readonly string[]): string {
    return sealedSecrets(this.keyring, jobId, hiddenSecrets(values));
  }

  /** Must be called before the jobs begin. @returns the hashes of the tokens that their jobs still have */
  within(tx: Tx, jobs: readonly BeginningTrace[]): Promise<Set<string>> {
    return this.tracesStore.begin(tx, jobs);
  }
}
