import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import { hiddenSecrets } from './mask.rules.js';
import { sealedSecrets } from './secrets.rules.js';
import { TracesStore } from './traces.store.js';

/** Stores the secrets to hide in the traces of jobs while their values are known: variables change, and only hashes of tokens are stored. */
@Injectable()
export class HideSecrets {
  constructor(
    private readonly tracesStore: TracesStore,
    private readonly keyring: Keyring,
  ) {}

  /** Must be called before the jobs begin. */
  within(tx: Tx, jobs: readonly { readonly id: number; readonly values: readonly string[] }[]): Promise<void> {
    return this.tracesStore.begin(
      tx,
      jobs.map(({ id, values }) => ({ id, sealed: sealedSecrets(this.keyring, id, hiddenSecrets(values)) })),
    );
  }
}
