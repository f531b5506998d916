import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { Keyring } from '@hearth/secrets';
import { ProjectsStore } from '../pipelines/projects.store.js';
import { VariableInvalid } from '../refusals.js';
import { keyErrors, valuePlace, type Variable } from './variable.rules.js';
import { VariablesStore } from './variables.store.js';

/** Creates a variable of a project. */
@Injectable()
export class CreateVariable {
  constructor(
    private readonly db: Database,
    private readonly projectsStore: ProjectsStore,
    private readonly variablesStore: VariablesStore,
    private readonly keyring: Keyring,
    private readonly audit: Audit,
  ) {}

  /** @throws VariableInvalid; ProjectNotFound when it was deleted meanwhile */
  execute(projectId: ProjectId, variable: Variable): Promise<Variable> {
    const { key, value, protected: isProtected } = variable;
    const errors = keyErrors(key);
    if (errors.length > 0) throw VariableInvalid({ errors });
    return this.db.tx(async (tx) => {
      if (!(await this.projectsStore.hold(tx, projectId))) throw ProjectNotFound();
      const id = await this.variablesStore.nextId(tx);
      const sealed = this.keyring.encrypt(value, valuePlace(id));
      if (!(await this.variablesStore.insert(tx, projectId, { id, key, sealed, protected: isProtected })))
        throw VariableInvalid({ errors: ['has already been taken'] });
      const subject = { type: 'variable', id, name: key };
      await this.audit.append(tx, {
        kind: 'variable.created',
        subject,
        details: { projectId, protected: isProtected },
      });
      return variable;
    });
  }
}
