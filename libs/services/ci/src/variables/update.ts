import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database, type Tx } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import { VariableNotFound } from '../refusals.js';
import { opened, ownerDetails, valuePlace, type Variable } from './variable.rules.js';
import { VariablesStore, type VariableOwner } from './variables.store.js';

/** Changes the value of a variable, or whether it is protected. */
@Injectable()
export class UpdateVariable {
  constructor(
    private readonly db: Database,
    private readonly variablesStore: VariablesStore,
    private readonly keyring: Keyring,
    private readonly audit: Audit,
  ) {}

  /**
   * @param changes `undefined` leaves a field as it is
   * @throws VariableNotFound
   */
  execute(
    owner: VariableOwner,
    key: string,
    changes: { readonly value: string | undefined; readonly protected: boolean | undefined },
  ): Promise<Variable> {
    return this.db.tx((tx) => this.within(tx, owner, key, changes));
  }

  /**
   * Runs in the caller's transaction.
   * @throws VariableNotFound
   */
  async within(
    tx: Tx,
    owner: VariableOwner,
    key: string,
    changes: { readonly value: string | undefined; readonly protected: boolean | undefined },
  ): Promise<Variable> {
    const found = await this.variablesStore.lock(tx, owner, key);
    if (!found) throw VariableNotFound();
    const { id } = found;
    const before = opened(this.keyring, found);
    const { value = before.value, protected: isProtected = before.protected } = changes;
    if (value === before.value && isProtected === before.protected) return before;
    const sealed = this.keyring.encrypt(value, valuePlace(id));
    await this.variablesStore.update(tx, { id, sealed, protected: isProtected });
    const subject = { type: 'variable', id, name: key };
    await this.audit.append(tx, {
      kind: 'variable.updated',
      subject,
      details: { ...ownerDetails(owner), protected: isProtected },
    });
    return { key, value, protected: isProtected };
  }
}
