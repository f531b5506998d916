import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { VariableNotFound } from '../refusals.js';
import { VariablesStore } from './variables.store.js';

/** Deletes a variable of a project. */
@Injectable()
export class DeleteVariable {
  constructor(
    private readonly db: Database,
    private readonly variablesStore: VariablesStore,
    private readonly audit: Audit,
  ) {}

  /** @throws VariableNotFound, PreconditionFailed */
  async execute(projectId: ProjectId, key: string, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx(async (tx) => {
      const variable = await this.variablesStore.lock(tx, projectId, key);
      if (!variable) throw VariableNotFound();
      unlessModified(variable.updatedAt);
      await this.variablesStore.delete(tx, variable.id);
      const subject = { type: 'variable', id: variable.id, name: key };
      await this.audit.append(tx, { kind: 'variable.deleted', subject, details: { projectId } });
    });
  }
}
