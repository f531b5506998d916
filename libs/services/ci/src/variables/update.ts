import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database, type Tx } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import { VariableInvalid } from '../refusals.js';
import { LockVariableOwner, type SettingsOwner } from './lock-owner.js';
import {
  auditDetails,
  changed,
  changeErrors,
  opened,
  theOnly,
  valuePlace,
  type Variable,
  type VariableChanges,
} from './variable.rules.js';
import { VariablesStore, type VariableName, type VariableOwner } from './variables.store.js';

/** Changes the value of a variable, or which jobs get it and how. */
@Injectable()
export class UpdateVariable {
  constructor(
    private readonly db: Database,
    private readonly lockVariableOwner: LockVariableOwner,
    private readonly variablesStore: VariablesStore,
    private readonly keyring: Keyring,
    private readonly audit: Audit,
  ) {}

  /** @throws VariableNotFound, VariableAmbiguous, VariableInvalid; ProjectNotFound, GroupNotFound when it was deleted in the meantime */
  execute(owner: SettingsOwner, name: VariableName, changes: VariableChanges): Promise<Variable> {
    return this.db.tx(async (tx) => {
      await this.lockVariableOwner.within(tx, owner);
      return this.within(tx, owner, name, changes);
    });
  }

  /**
   * Runs in a transaction that has locked the owner.
   * @throws VariableNotFound, VariableAmbiguous, VariableInvalid
   */
  async within(tx: Tx, owner: VariableOwner, name: VariableName, changes: VariableChanges): Promise<Variable> {
    const found = theOnly(await this.variablesStore.lock(tx, owner, name));
    const before = opened(this.keyring, found);
    const after = changed(before, changes);
    if (after === before) return before;
    const errors = changeErrors(before, after);
    if (Object.keys(errors).length > 0) throw VariableInvalid({ errors });
    if (
      before.environmentScope !== after.environmentScope &&
      (await this.variablesStore.find(tx, owner, after)).length > 0
    )
      throw VariableInvalid({ errors: { key: ['has already been taken'] } });
    const { id, key } = found;
    await this.variablesStore.update(tx, { ...after, id, sealed: this.keyring.encrypt(after.value, valuePlace(id)) });
    const subject = { type: 'variable', id, name: key };
    await this.audit.append(tx, { kind: 'variable.updated', subject, details: auditDetails(owner, after) });
    return after;
  }
}
