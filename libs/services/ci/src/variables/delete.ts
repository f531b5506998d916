import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database, type Tx } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { Keyring } from '@hearth/secrets';
import { VariableNotFound } from '../refusals.js';
import { opened, ownerDetails, type Variable } from './variable.rules.js';
import { VariablesStore, type VariableOwner } from './variables.store.js';

/** Deletes a variable of a project or a group. */
@Injectable()
export class DeleteVariable {
  constructor(
    private readonly db: Database,
    private readonly variablesStore: VariablesStore,
    private readonly keyring: Keyring,
    private readonly audit: Audit,
  ) {}

  /** @throws VariableNotFound, PreconditionFailed */
  async execute(owner: VariableOwner, key: string, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx((tx) => this.within(tx, owner, key, unlessModified));
  }

  /**
   * Runs in the caller's transaction.
   * @returns the deleted variable
   * @throws VariableNotFound, PreconditionFailed
   */
  async within(tx: Tx, owner: VariableOwner, key: string, unlessModified: UnlessModified): Promise<Variable> {
    const variable = await this.variablesStore.lock(tx, owner, key);
    if (!variable) throw VariableNotFound();
    unlessModified(variable.updatedAt);
    await this.variablesStore.delete(tx, variable.id);
    const subject = { type: 'variable', id: variable.id, name: key };
    await this.audit.append(tx, { kind: 'variable.deleted', subject, details: ownerDetails(owner) });
    return opened(this.keyring, variable);
  }
}
