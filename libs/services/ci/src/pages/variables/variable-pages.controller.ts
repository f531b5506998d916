import { Controller, type Type } from '@nestjs/common';
import {
  Call,
  Endpoint,
  Redirect,
  returns,
  type CallOf,
  type EndpointCall,
  type Html,
  type PageRequest,
} from '@hearth/http';
import { attempt, FIRST_PAGE, pageOf, ownerPageAddress } from '@hearth/pages';
import { abilities } from '../../abilities.js';
import { VariableInvalid, VariableNotFound } from '../../refusals.js';
import { CreateVariable } from '../../variables/create.js';
import { DeleteVariable } from '../../variables/delete.js';
import { UpdateVariable } from '../../variables/update.js';
import { VariableFacts } from '../../variables/variable.facts.js';
import { newVariable, variableChanges } from '../../variables/variable.params.js';
import { PageRenderer } from '../page-renderer.js';
import { givenOf, noticeOf, variablePageParams, withNotice, type VariablePageParams } from './variable-page.params.js';
import {
  VARIABLES,
  placedVariableFailures,
  presentVariablePage,
  presentVariablesPage,
  type ShownVariable,
} from './variable-pages.view.js';

const ABILITIES = { project: abilities.adminBuild, group: abilities.adminGroupBuild };
const LABELS = { base: '', masked: 'Visibility' };

/** Builds the pages of variables, which are the same for projects and groups. */
function variablePagesController(kind: 'project' | 'group'): Type<object> {
  const can = ABILITIES[kind];
  const Params = variablePageParams(kind);
  const at = `/-/${kind}/:id/variables`;
  const ownerOf = (call: EndpointCall<unknown>) =>
    kind === 'project' ? { kind, id: call.project.project.id } : { kind, id: call.group.group.id };
  const addressOf = (call: EndpointCall<unknown>) => ownerPageAddress(kind, call, VARIABLES);

  @Controller()
  class VariablePagesController {
    constructor(
      private readonly variableFacts: VariableFacts,
      private readonly createVariable: CreateVariable,
      private readonly updateVariable: UpdateVariable,
      private readonly deleteVariable: DeleteVariable,
      private readonly pages: PageRenderer,
    ) {}

    @Endpoint.get(`/-/${kind}/:id/settings/ci_cd`, {
      summary: `Redirect to the first page of the settings of pipelines of a ${kind}`,
      can,
      params: Params.start,
      returns: returns.html,
    })
    start(@Call() call: CallOf<VariablePageParams['start']>) {
      return new Redirect(addressOf(call));
    }

    @Endpoint.get(at, {
      summary: `Show the variables of a ${kind}, without their values`,
      can,
      params: Params.list,
      returns: returns.html,
    })
    list(@Call() call: CallOf<VariablePageParams['list']>) {
      const { page, done } = call.params;
      return this.listPage(call, { notice: noticeOf(done) }, pageOf(page));
    }

    @Endpoint.post(at, {
      summary: `Create a variable of a ${kind} in a browser`,
      can,
      params: Params.create,
      returns: returns.html,
    })
    async create(@Call() call: CallOf<VariablePageParams['create']>) {
      const variable = newVariable(givenOf(call.params));
      const made = await attempt(() => this.createVariable.execute(ownerOf(call), variable), [VariableInvalid], LABELS);
      if ('failures' in made)
        return this.listPage(call, { values: call.params, failures: placedVariableFailures(made.failures) });
      return new Redirect(withNotice(addressOf(call), 'created'));
    }

    @Endpoint.get(`${at}/:key`, {
      summary: `Show a variable of a ${kind}`,
      can,
      params: Params.show,
      returns: returns.html,
      refuses: [VariableNotFound],
    })
    show(@Call() call: CallOf<VariablePageParams['show']>) {
      return this.onePage(call, {});
    }

    @Endpoint.post(`${at}/:key`, {
      summary: `Change a variable of a ${kind} in a browser; an empty value leaves a hidden one as it is`,
      can,
      params: Params.update,
      returns: returns.html,
      refuses: [VariableNotFound],
    })
    async update(@Call() call: CallOf<VariablePageParams['update']>) {
      const { params } = call;
      const name = nameOf(params);
      const { hidden } = await this.variableFacts.one(ownerOf(call), name);
      const changes = variableChanges(givenOf(params));
      const kept = hidden && params.value === '' ? { value: undefined } : {};
      const made = await attempt(
        () => this.updateVariable.execute(ownerOf(call), name, { ...changes, ...kept }),
        [VariableInvalid],
        LABELS,
      );
      if ('failures' in made)
        return this.onePage(call, { values: params, failures: placedVariableFailures(made.failures) });
      return new Redirect(withNotice(addressOf(call), 'saved'));
    }

    @Endpoint.post(`${at}/:key/delete`, {
      summary: `Delete a variable of a ${kind} in a browser`,
      can,
      params: Params.delete,
      returns: returns.html,
      refuses: [VariableNotFound],
    })
    async delete(@Call() call: CallOf<VariablePageParams['delete']>) {
      const { key, scope, confirmed } = call.params;
      const back = addressOf(call);
      if (!confirmed) {
        const text = 'Jobs that begin from then on do not get it. Its value cannot be restored.';
        const fields = [['scope', scope]] as const;
        return this.pages.confirm(call, { title: `Delete the variable ${key}?`, text, button: 'Delete', back, fields });
      }
      await this.deleteVariable.execute(ownerOf(call), nameOf(call.params), call.unlessModified);
      return new Redirect(withNotice(back, 'deleted'));
    }

    private async listPage(
      call: EndpointCall<unknown>,
      shown: ShownVariable,
      request: PageRequest = FIRST_PAGE,
    ): Promise<Html> {
      const page = await this.variableFacts.page(ownerOf(call), request);
      return this.pages.page(call, 'variables', presentVariablesPage(kind, call, page, shown));
    }

    private async onePage(call: CallOf<VariablePageParams['show']>, shown: ShownVariable): Promise<Html> {
      const variable = await this.variableFacts.one(ownerOf(call), nameOf(call.params));
      return this.pages.page(call, 'variable', presentVariablePage(kind, call, variable, shown));
    }
  }
  return VariablePagesController;
}

function nameOf({ key, scope }: { readonly key: string; readonly scope: string }) {
  return { key, environmentScope: scope };
}

/** Pages of the variables of projects. */
export class ProjectVariablePagesController extends variablePagesController('project') {}
/** Pages of the variables of groups. */
export class GroupVariablePagesController extends variablePagesController('group') {}
