import { Controller, type Type } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import { attempt, pageOf, placedFailures } from '@hearth/pages';
import { labelAbilities } from '../abilities.js';
import { CreateLabel } from '../labels/create.js';
import { DeleteLabel } from '../labels/delete.js';
import { UpdateLabel } from '../labels/update.js';
import { memberSourceOf, type MemberSourceKind } from '../members/membership.rules.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { LabelExists, LabelInvalid, LabelNotFound } from '../refusals.js';
import { LabelPage } from './label-page.js';
import {
  labelOf,
  labelPageParams,
  noticeOf,
  referenceOf,
  withNotice,
  type LabelPageParams,
} from './label-page.params.js';
import { labelsAddress } from './label-pages.view.js';

const LABELS = { title: 'Name', color: 'Colour' };
/** Fields of the form, by those of the API. */
const PLACES = { title: 'name' };
const FIELDS = { [LabelExists.code]: 'name' };

/** Builds the pages of labels, which are the same for projects and groups. */
function labelPagesController(kind: MemberSourceKind): Type<object> {
  const { read, manage } = labelAbilities[kind];
  const Params = labelPageParams(kind);
  const at = `/-/${kind}/:id/labels`;

  @Controller()
  class LabelPagesController {
    constructor(
      private readonly createLabel: CreateLabel,
      private readonly updateLabel: UpdateLabel,
      private readonly deleteLabel: DeleteLabel,
      private readonly labelPage: LabelPage,
      private readonly pages: PageRenderer,
    ) {}

    @Endpoint.get(at, {
      summary: `Show the labels of a ${kind}`,
      can: read,
      params: Params.list,
      returns: returns.html,
    })
    list(@Call() call: CallOf<LabelPageParams['list']>) {
      const { search, page, done } = call.params;
      return this.labelPage.list(kind, call, { notice: noticeOf(done) }, { search, request: pageOf(page) });
    }

    @Endpoint.post(at, {
      summary: `Create a label of a ${kind} in a browser`,
      can: manage,
      params: Params.create,
      returns: returns.html,
    })
    async create(@Call() call: CallOf<LabelPageParams['create']>) {
      const made = await attempt(
        () => this.createLabel.execute(memberSourceOf(kind, call), labelOf(call.params), call.user),
        [LabelExists, LabelInvalid],
        LABELS,
        FIELDS,
      );
      if ('value' in made) return new Redirect(withNotice(labelsAddress(kind, call), 'created'));
      return this.labelPage.list(kind, call, { values: call.params, failures: placedFailures(made.failures, PLACES) });
    }

    @Endpoint.get(`${at}/:label_id/edit`, {
      summary: `Show the form of a label of a ${kind}`,
      can: manage,
      params: Params.label,
      returns: returns.html,
      refuses: [LabelNotFound],
    })
    edit(@Call() call: CallOf<LabelPageParams['label']>) {
      return this.labelPage.edit(kind, call, referenceOf(call.params), {});
    }

    @Endpoint.post(`${at}/:label_id`, {
      summary: `Change a label of a ${kind} in a browser`,
      can: manage,
      params: Params.update,
      returns: returns.html,
      refuses: [LabelNotFound],
    })
    async update(@Call() call: CallOf<LabelPageParams['update']>) {
      const { params, user } = call;
      const reference = referenceOf(params);
      const made = await attempt(
        () => this.updateLabel.execute(memberSourceOf(kind, call), reference, labelOf(params), user),
        [LabelInvalid],
        LABELS,
      );
      if ('value' in made) return new Redirect(withNotice(labelsAddress(kind, call), 'saved'));
      return this.labelPage.edit(kind, call, reference, {
        values: params,
        failures: placedFailures(made.failures, PLACES),
      });
    }

    @Endpoint.post(`${at}/:label_id/delete`, {
      summary: `Delete a label of a ${kind} in a browser`,
      can: manage,
      params: Params.delete,
      returns: returns.html,
      refuses: [LabelNotFound],
    })
    async delete(@Call() call: CallOf<LabelPageParams['delete']>) {
      const { params, user, unlessModified } = call;
      const back = labelsAddress(kind, call);
      if (!params.confirmed) {
        const { name } = await this.labelPage.one(kind, call, referenceOf(params));
        const text = 'It is removed from all issues and merge requests.';
        return this.pages.confirm(call, { title: `Delete the label “${name}”?`, text, button: 'Delete', back });
      }
      await this.deleteLabel.execute(memberSourceOf(kind, call), referenceOf(params), user, unlessModified);
      return new Redirect(withNotice(back, 'deleted'));
    }
  }
  return LabelPagesController;
}

/** Pages of the labels of projects. */
export class ProjectLabelPagesController extends labelPagesController('project') {}

/** Pages of the labels of groups. */
export class GroupLabelPagesController extends labelPagesController('group') {}
