import { Controller, type Type } from '@nestjs/common';
import type { GroupAccess, ProjectAccess } from '@hearth/contract-kit';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { VariableAmbiguous, VariableInvalid, VariableNotFound } from '../refusals.js';
import { CreateVariable } from './create.js';
import { DeleteVariable } from './delete.js';
import { UpdateVariable } from './update.js';
import { VariableFacts } from './variable.facts.js';
import { newVariable, variableChanges, variableName, variableParams, type VariableParams } from './variable.params.js';
import { VariableView, presentVariable } from './variable.view.js';

const ABILITIES = { project: abilities.adminBuild, group: abilities.adminGroupBuild };

/** Builds the endpoints of variables, which are the same for projects and groups. */
function variablesController(kind: 'project' | 'group'): Type<object> {
  const can = ABILITIES[kind];
  const Params = variableParams(kind);
  const ownerOf = (call: { readonly project: ProjectAccess; readonly group: GroupAccess }) =>
    kind === 'project' ? { kind, id: call.project.project.id } : { kind, id: call.group.group.id };

  @Controller()
  class VariablesController {
    constructor(
      private readonly variableFacts: VariableFacts,
      private readonly createVariable: CreateVariable,
      private readonly updateVariable: UpdateVariable,
      private readonly deleteVariable: DeleteVariable,
    ) {}

    @Endpoint.get(`/${kind}s/:id/variables`, {
      summary: `List the variables of a ${kind}`,
      can,
      params: Params.list,
      returns: returns.page(VariableView),
    })
    async list(@Call() call: CallOf<VariableParams['list']>): Promise<Page<VariableView>> {
      const { page, per_page: perPage } = call.params;
      return (await this.variableFacts.page(ownerOf(call), { page, perPage })).map(presentVariable);
    }

    @Endpoint.get(`/${kind}s/:id/variables/:key`, {
      summary: `Get a variable of a ${kind}`,
      can,
      params: Params.one,
      returns: returns.json(VariableView),
      refuses: [VariableNotFound, VariableAmbiguous],
    })
    async one(@Call() call: CallOf<VariableParams['one']>): Promise<VariableView> {
      return presentVariable(await this.variableFacts.one(ownerOf(call), variableName(call.params)));
    }

    @Endpoint.post(`/${kind}s/:id/variables`, {
      summary: `Create a variable of a ${kind}`,
      can,
      params: Params.create,
      returns: returns.json(VariableView),
      refuses: [VariableInvalid],
    })
    async create(@Call() call: CallOf<VariableParams['create']>): Promise<VariableView> {
      return presentVariable(await this.createVariable.execute(ownerOf(call), newVariable(call.params)));
    }

    @Endpoint.put(`/${kind}s/:id/variables/:key`, {
      summary: `Update a variable of a ${kind}`,
      can,
      params: Params.update,
      returns: returns.json(VariableView),
      refuses: [VariableNotFound, VariableAmbiguous, VariableInvalid],
    })
    async update(@Call() call: CallOf<VariableParams['update']>): Promise<VariableView> {
      const [name, changes] = [variableName(call.params), variableChanges(call.params)];
      return presentVariable(await this.updateVariable.execute(ownerOf(call), name, changes));
    }

    @Endpoint.delete(`/${kind}s/:id/variables/:key`, {
      summary: `Delete a variable of a ${kind}`,
      can,
      params: Params.one,
      returns: returns.empty,
      refuses: [VariableNotFound, VariableAmbiguous],
    })
    delete(@Call() call: CallOf<VariableParams['one']>): Promise<void> {
      return this.deleteVariable.execute(ownerOf(call), variableName(call.params), call.unlessModified);
    }
  }
  return VariablesController;
}

export class ProjectVariablesController extends variablesController('project') {}
export class GroupVariablesController extends variablesController('group') {}
