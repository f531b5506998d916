import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database, type Tx } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import { VariableInvalid } from '../refusals.js';
import { LockVariableOwner, type SettingsOwner } from './lock-owner.js';
import { VariableLimits } from './variable-limits.js';
import { auditDetails, variableErrors, valuePlace, type Variable } from './variable.rules.js';
import { VariablesStore, type VariableOwner } from './variables.store.js';

/** Creates a variable of a project, a group or the instance. */
@Injectable()
export class CreateVariable {
  constructor(
    private readonly db: Database,
    private readonly lockVariableOwner: LockVariableOwner,
    private readonly variablesStore: VariablesStore,
    private readonly keyring: Keyring,
    private readonly limits: VariableLimits,
    private readonly audit: Audit,
  ) {}

  /** @throws VariableInvalid; ProjectNotFound, GroupNotFound when it was deleted in the meantime */
  execute(owner: SettingsOwner, variable: Variable): Promise<Variable> {
    return this.db.tx(async (tx) => {
      await this.lockVariableOwner.within(tx, owner);
      const { most } = this.limits;
      if ((await this.variablesStore.count(tx, owner, most)) >= most)
        throw VariableInvalid({
          errors: { base: [`Maximum number of ${owner.kind} ci variables (${most}) exceeded`] },
        });
      return this.within(tx, owner, variable);
    });
  }

  /**
   * Runs in a transaction that has locked the owner.
   * @throws VariableInvalid
   */
  async within(tx: Tx, owner: VariableOwner, variable: Variable): Promise<Variable> {
    const errors = variableErrors(variable);
    if (Object.keys(errors).length > 0) throw VariableInvalid({ errors });
    const { value, ...rest } = variable;
    const [id] = (await this.variablesStore.nextIds(tx, 1)) as [number];
    const sealed = this.keyring.encrypt(value, valuePlace(id));
    if (!(await this.variablesStore.insert(tx, owner, { ...rest, id, sealed })))
      throw VariableInvalid({ errors: { key: ['has already been taken'] } });
    const subject = { type: 'variable', id, name: variable.key };
    await this.audit.append(tx, { kind: 'variable.created', subject, details: auditDetails(owner, variable) });
    return variable;
  }
}
