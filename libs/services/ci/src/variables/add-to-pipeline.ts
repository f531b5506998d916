import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import { valuePlace, type GivenVariable } from './variable.rules.js';
import { VariablesStore } from './variables.store.js';

/** Stores the variables for the jobs of one pipeline. */
@Injectable()
export class AddPipelineVariables {
  constructor(
    private readonly variablesStore: VariablesStore,
    private readonly keyring: Keyring,
  ) {}

  /** Runs in the transaction that creates the pipeline. @param variables with distinct keys */
  async within(tx: Tx, pipelineId: number, variables: readonly GivenVariable[]): Promise<void> {
    if (variables.length === 0) return;
    const ids = await this.variablesStore.nextIds(tx, variables.length);
    const sealed = variables.map(({ key, value, file = false }, place) => {
      const id = ids[place]!;
      return { id, key, file, sealed: this.keyring.encrypt(value, valuePlace(id)) };
    });
    await this.variablesStore.insertOfPipeline(tx, pipelineId, sealed);
  }
}
