import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { Keyring } from '@hearth/secrets';
import type { BuildVariable } from './variable.rules.js';
import { VariableNotFound } from '../refusals.js';
import { opened, openedForJob, type Variable } from './variable.rules.js';
import { VariablesStore, type VariableOwner, type VariableOwners } from './variables.store.js';

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

  /** @throws VariableNotFound */
  async one(owner: VariableOwner, key: string): Promise<Variable> {
    const variable = await this.variablesStore.find(this.db, owner, key);
    if (!variable) throw VariableNotFound();
    return opened(this.keyring, variable);
  }

  /**
   * Returns the variables for jobs; of those with the same key, the last one counts. @param onProtectedRef whether protected variables are included
   */
  async forJobs(owners: VariableOwners, onProtectedRef: boolean): Promise<BuildVariable[]> {
    return openedForJob(this.keyring, await this.variablesStore.forJobs(this.db, owners, onProtectedRef));
  }
}
