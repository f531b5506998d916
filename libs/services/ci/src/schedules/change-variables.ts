import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { VariableInvalid } from '../refusals.js';
import { CreateVariable } from '../variables/create.js';
import { DeleteVariable } from '../variables/delete.js';
import { UpdateVariable } from '../variables/update.js';
import { MOST_VARIABLES } from '../variables/variable.params.js';
import { PLAIN, type GivenVariable, type Variable } from '../variables/variable.rules.js';
import { VariablesStore } from '../variables/variables.store.js';
import { UpdateSchedule } from './update.js';

const ownerOf = (id: number) => ({ kind: 'schedule', id }) as const;

/** Creates, changes and deletes the variables that a schedule gives its pipelines. The caller needs the right to change the schedule. */
@Injectable()
export class ChangeScheduleVariables {
  constructor(
    private readonly db: Database,
    private readonly updateSchedule: UpdateSchedule,
    private readonly variablesStore: VariablesStore,
    private readonly createVariable: CreateVariable,
    private readonly updateVariable: UpdateVariable,
    private readonly deleteVariable: DeleteVariable,
  ) {}

  /** @throws ScheduleNotFound, Forbidden, VariableInvalid */
  create(access: ProjectAccess, id: number, variable: GivenVariable, user: Principal): Promise<Variable> {
    return this.db.tx(async (tx) => {
      await this.updateSchedule.lock(tx, access, id, user);
      if ((await this.variablesStore.all(tx, ownerOf(id))).length >= MOST_VARIABLES)
        throw VariableInvalid({ errors: { key: [`are too many (maximum is ${MOST_VARIABLES})`] } });
      return this.createVariable.within(tx, ownerOf(id), { ...PLAIN, ...variable });
    });
  }

  /** @throws ScheduleNotFound, Forbidden, VariableNotFound */
  update(
    access: ProjectAccess,
    id: number,
    key: string,
    changes: { readonly value: string | undefined; readonly file: boolean | undefined },
    user: Principal,
  ): Promise<Variable> {
    return this.db.tx(async (tx) => {
      await this.updateSchedule.lock(tx, access, id, user);
      return this.updateVariable.within(tx, ownerOf(id), { key }, changes);
    });
  }

  /** @throws ScheduleNotFound, Forbidden, VariableNotFound, PreconditionFailed */
  delete(
    access: ProjectAccess,
    id: number,
    key: string,
    user: Principal,
    unlessModified: UnlessModified,
  ): Promise<Variable> {
    return this.db.tx(async (tx) => {
      await this.updateSchedule.lock(tx, access, id, user);
      return this.deleteVariable.within(tx, ownerOf(id), { key }, unlessModified);
    });
  }
}
