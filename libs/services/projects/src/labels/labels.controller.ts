import { Controller, type Type } from '@nestjs/common';
import { Call, Endpoint, NotModified, returns, type CallOf, type Page } from '@hearth/http';
import type { z } from 'zod';
import { labelAbilities } from '../abilities.js';
import { issueCaller } from '../issues/issue.rules.js';
import { memberSourceOf, type MemberSourceKind } from '../members/membership.rules.js';
import { LabelExists, LabelInvalid, LabelNotFound } from '../refusals.js';
import { CreateLabel } from './create.js';
import { DeleteLabel } from './delete.js';
import { LabelFacts } from './label.facts.js';
import { labelChanges, labelFilters, labelParams, type LabelParams } from './label.params.js';
import { GroupLabelView, LabelView, presentGroupLabel, presentLabel } from './label.view.js';
import type { LabelReference } from './label.rules.js';
import { SubscribeToLabel } from './subscribe.js';
import { UpdateLabel } from './update.js';

type AnyLabelView = LabelView | GroupLabelView;
type LabelCall = Pick<CallOf<LabelParams['label']>, 'project' | 'group' | 'user' | 'caller'>;

const VIEWS: Record<MemberSourceKind, z.ZodType<AnyLabelView>> = { project: LabelView, group: GroupLabelView };

/**
 * Builds the endpoints of labels, which are the same for projects and groups. Labels are identified by id or name in the path, or by the
 * parameter `name`, which older clients send.
 */
function labelsController(kind: MemberSourceKind): Type<object> {
  const { read, manage } = labelAbilities[kind];
  const Params = labelParams(kind);
  const View = VIEWS[kind];
  const at = `/${kind}s/:id/labels`;

  @Controller()
  class LabelsController {
    constructor(
      private readonly labelFacts: LabelFacts,
      private readonly createLabel: CreateLabel,
      private readonly updateLabel: UpdateLabel,
      private readonly deleteLabel: DeleteLabel,
      private readonly subscribeToLabel: SubscribeToLabel,
    ) {}

    @Endpoint.get(at, {
      summary: `List the labels of a ${kind}`,
      can: read,
      params: Params.list,
      returns: returns.page(View),
    })
    async list(@Call() call: CallOf<LabelParams['list']>): Promise<Page<AnyLabelView>> {
      const { params, user } = call;
      const request = { page: params.page, perPage: params.per_page };
      const filters = labelFilters(params);
      if (kind === 'group')
        return (await this.labelFacts.pageOfGroup(call.group.group.id, user.userId, filters, request)).map(
          presentGroupLabel,
        );
      const caller = issueCaller(user, call.project);
      const page = await this.labelFacts.pageOfProject(call.project.project.id, caller, filters, request);
      return page.map(presentLabel);
    }

    @Endpoint.get(`${at}/:label_id`, {
      summary: `Get a label of a ${kind}`,
      can: read,
      params: Params.label,
      returns: returns.json(View),
      refuses: [LabelNotFound],
    })
    one(@Call() call: CallOf<LabelParams['label']>): Promise<AnyLabelView> {
      return this.read(call, call.params.label_id);
    }

    @Endpoint.post(at, {
      summary: `Create a label in a ${kind}`,
      can: manage,
      params: Params.create,
      returns: returns.json(View),
      refuses: [LabelExists, LabelInvalid],
    })
    async create(@Call() call: CallOf<LabelParams['create']>): Promise<AnyLabelView> {
      const { name, color, description = null, priority = null } = call.params;
      const label = { name, color: color.trim(), description, priority };
      await this.createLabel.execute(memberSourceOf(kind, call), label, call.user);
      return this.read(call, { id: null, name });
    }

    @Endpoint.put(at, {
      summary: `Change the label of a name in a ${kind}`,
      can: manage,
      params: Params.updateNamed,
      returns: returns.json(View),
      refuses: [LabelNotFound, LabelInvalid],
    })
    updateNamed(@Call() call: CallOf<LabelParams['updateNamed']>): Promise<AnyLabelView> {
      return this.change(call, { id: null, name: call.params.name }, labelChanges(call.params));
    }

    @Endpoint.put(`${at}/:label_id`, {
      summary: `Change a label of a ${kind}`,
      can: manage,
      params: Params.update,
      returns: returns.json(View),
      refuses: [LabelNotFound, LabelInvalid],
    })
    update(@Call() call: CallOf<LabelParams['update']>): Promise<AnyLabelView> {
      return this.change(call, call.params.label_id, labelChanges(call.params));
    }

    @Endpoint.delete(at, {
      summary: `Delete the label of a name in a ${kind}`,
      can: manage,
      params: Params.named,
      returns: returns.empty,
      refuses: [LabelNotFound],
    })
    deleteNamed(@Call() call: CallOf<LabelParams['named']>): Promise<void> {
      const reference = { id: null, name: call.params.name };
      return this.deleteLabel.execute(memberSourceOf(kind, call), reference, call.user, call.unlessModified);
    }

    @Endpoint.delete(`${at}/:label_id`, {
      summary: `Delete a label of a ${kind}`,
      can: manage,
      params: Params.label,
      returns: returns.empty,
      refuses: [LabelNotFound],
    })
    delete(@Call() call: CallOf<LabelParams['label']>): Promise<void> {
      const { params, user, unlessModified } = call;
      return this.deleteLabel.execute(memberSourceOf(kind, call), params.label_id, user, unlessModified);
    }

    @Endpoint.post(`${at}/:label_id/subscribe`, {
      summary: `Subscribe to a label of a ${kind}`,
      can: read,
      params: Params.label,
      returns: returns.json(View),
      refuses: [LabelNotFound, NotModified],
    })
    subscribe(@Call() call: CallOf<LabelParams['label']>): Promise<AnyLabelView> {
      return this.setSubscribed(call, true);
    }

    @Endpoint.post(`${at}/:label_id/unsubscribe`, {
      summary: `End the subscription to a label of a ${kind}`,
      can: read,
      params: Params.label,
      returns: returns.json(View),
      refuses: [LabelNotFound, NotModified],
    })
    unsubscribe(@Call() call: CallOf<LabelParams['label']>): Promise<AnyLabelView> {
      return this.setSubscribed(call, false);
    }

    private async change(
      call: LabelCall,
      reference: LabelReference,
      changes: ReturnType<typeof labelChanges>,
    ): Promise<AnyLabelView> {
      const id = await this.updateLabel.execute(memberSourceOf(kind, call), reference, changes, call.user);
      return this.read(call, { id, name: '' });
    }

    private async setSubscribed(call: CallOf<LabelParams['label']>, subscribed: boolean): Promise<AnyLabelView> {
      const { params, user } = call;
      await this.subscribeToLabel.execute(memberSourceOf(kind, call), params.label_id, user.userId, subscribed);
      return this.read(call, params.label_id);
    }

    private async read(call: LabelCall, reference: LabelReference): Promise<AnyLabelView> {
      const { user } = call;
      if (kind === 'group')
        return presentGroupLabel(await this.labelFacts.oneInGroup(call.group.group.id, user.userId, reference));
      const { project } = call;
      const caller = issueCaller(user, project);
      return presentLabel(await this.labelFacts.oneInProject(project.project.id, caller, reference));
    }
  }
  return LabelsController;
}

/** Labels of projects; those of their groups can be read and subscribed to. */
export class ProjectLabelsController extends labelsController('project') {}

/** Labels of groups. */
export class GroupLabelsController extends labelsController('group') {}
