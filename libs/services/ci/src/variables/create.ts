import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import { Database, type Tx } from '@hearth/data';
import { GroupNotFound, ProjectNotFound } from '@hearth/http';
import { Keyring } from '@hearth/secrets';
import { ProjectsStore } from '../pipelines/projects.store.js';
import { VariableInvalid } from '../refusals.js';
import { GroupsStore } from './groups.store.js';
import { keyErrors, ownerDetails, valuePlace, type Variable } from './variable.rules.js';
import { VariablesStore, type VariableOwner } from './variables.store.js';

/** Creates a variable of a project or a group. */
@Injectable()
export class CreateVariable {
  constructor(
    private readonly db: Database,
    private readonly projectsStore: ProjectsStore,
    private readonly groupsStore: GroupsStore,
    private readonly variablesStore: VariablesStore,
    private readonly keyring: Keyring,
    private readonly audit: Audit,
  ) {}

  /** @throws VariableInvalid; ProjectNotFound, GroupNotFound when it was deleted in the meantime */
  execute(owner: Exclude<VariableOwner, { kind: 'pipeline' | 'schedule' }>, variable: Variable): Promise<Variable> {
    return this.db.tx(async (tx) => {
      if (owner.kind === 'project') {
        if (!(await this.projectsStore.hold(tx, owner.id))) throw ProjectNotFound();
      } else if (!(await this.groupsStore.hold(tx, owner.id))) throw GroupNotFound();
      return this.within(tx, owner, variable);
    });
  }

  /**
   * Runs in a transaction that has locked the owner.
   * @throws VariableInvalid
   */
  async within(tx: Tx, owner: VariableOwner, variable: Variable): Promise<Variable> {
    const errors = keyErrors(variable.key);
    if (errors.length > 0) throw VariableInvalid({ errors });
    const { key, value, protected: isProtected } = variable;
    const [id] = (await this.variablesStore.nextIds(tx, 1)) as [number];
    const sealed = this.keyring.encrypt(value, valuePlace(id));
    if (!(await this.variablesStore.insert(tx, owner, { id, key, sealed, protected: isProtected })))
      throw VariableInvalid({ errors: ['has already been taken'] });
    const subject = { type: 'variable', id, name: key };
    const details = { ...ownerDetails(owner), protected: isProtected };
    await this.audit.append(tx, { kind: 'variable.created', subject, details });
    return variable;
  }
}
