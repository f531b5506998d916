import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { Keyring } from '@hearth/secrets';
import type { BuildVariable } from '../builds/builds.store.js';
import { VariableNotFound } from '../refusals.js';
import { opened, openedForJob, type Variable } from './variable.rules.js';
import { VariablesStore } from './variables.store.js';

/** Reads of the variables of projects. */
@Injectable()
export class VariableFacts {
  constructor(
    private readonly db: Database,
    private readonly variablesStore: VariablesStore,
    private readonly keyring: Keyring,
  ) {}

  /** A page of a project's variables. */
  async page(projectId: ProjectId, request: PageRequest): Promise<Page<Variable>> {
    return (await this.variablesStore.page(this.db, projectId, request)).map((variable) =>
      opened(this.keyring, variable),
    );
  }

  /** @throws VariableNotFound */
  async one(projectId: ProjectId, key: string): Promise<Variable> {
    const variable = await this.variablesStore.find(this.db, projectId, key);
    if (!variable) throw VariableNotFound();
    return opened(this.keyring, variable);
  }

  /** What jobs of a project get. @param onProtectedRef whether protected variables are among them */
  async forJobs(projectId: ProjectId, onProtectedRef: boolean): Promise<BuildVariable[]> {
    return openedForJob(this.keyring, await this.variablesStore.forJobs(this.db, projectId, onProtectedRef));
  }
}
