import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { Keyring } from '@hearth/secrets';
import { opened, openedForJobs, theOnly, type ScopedVariable, type Variable } from './variable.rules.js';
import { VariablesStore, type VariableName, type VariableOwner, type VariableOwners } from './variables.store.js';

/** Reads of variables. */
@Injectable()
export class VariableFacts {
  constructor(
    private readonly db: Database,
    private readonly variablesStore: VariablesStore,
    private readonly keyring: Keyring,
  ) {}

  /** Returns a page of the variables of an owner. */
  async page(owner: VariableOwner, request: PageRequest): Promise<Page<Variable>> {
    return (await this.variablesStore.page(this.db, owner, request)).map((variable) => opened(this.keyring, variable));
  }

  /** @throws VariableNotFound, VariableAmbiguous */
  async one(owner: VariableOwner, name: VariableName): Promise<Variable> {
    return opened(this.keyring, theOnly(await this.variablesStore.find(this.db, owner, name)));
  }

  /** Returns the variables that a pipeline was created with; there are few. */
  async ofPipeline(id: number): Promise<Variable[]> {
    const variables = await this.variablesStore.all(this.db, { kind: 'pipeline', id });
    return variables.map((variable) => opened(this.keyring, variable));
  }

  /** Returns the variables for jobs of all environments. */
  async forJobs(owners: VariableOwners): Promise<ScopedVariable[]> {
    const [variables] = await this.variablesStore.forJobs(this.db, [owners]);
    return openedForJobs(this.keyring, variables!);
  }
}
