import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database, type Tx } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { Keyring } from '@hearth/secrets';
import { auditDetails, opened, theOnly, type Variable } from './variable.rules.js';
import { VariablesStore, type VariableName, type VariableOwner } from './variables.store.js';

/** Deletes a variable. */
@Injectable()
export class DeleteVariable {
  constructor(
    private readonly db: Database,
    private readonly variablesStore: VariablesStore,
    private readonly keyring: Keyring,
    private readonly audit: Audit,
  ) {}

  /** @throws VariableNotFound, VariableAmbiguous, PreconditionFailed */
  async execute(owner: VariableOwner, name: VariableName, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx((tx) => this.within(tx, owner, name, unlessModified));
  }

  /**
   * Runs in the caller's transaction.
   * @returns the deleted variable
   * @throws VariableNotFound, VariableAmbiguous, PreconditionFailed
   */
  async within(tx: Tx, owner: VariableOwner, name: VariableName, unlessModified: UnlessModified): Promise<Variable> {
    const variable = theOnly(await this.variablesStore.lock(tx, owner, name));
    unlessModified(variable.updatedAt);
    await this.variablesStore.delete(tx, variable.id);
    const subject = { type: 'variable', id: variable.id, name: variable.key };
    await this.audit.append(tx, { kind: 'variable.deleted', subject, details: auditDetails(owner) });
    return opened(this.keyring, variable);
  }
}
