import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import { pageOf, ownerPageAddress } from '@hearth/pages';
import { abilities } from '../../abilities.js';
import { TriggerNotFound } from '../../refusals.js';
import { CreateTrigger } from '../../triggers/create.js';
import { DeleteTrigger } from '../../triggers/delete.js';
import { TriggerFacts } from '../../triggers/trigger.facts.js';
import { UpdateTrigger } from '../../triggers/update.js';
import { PageRenderer } from '../page-renderer.js';
import {
  NewTriggerFormParams,
  RevokeTriggerFormParams,
  TakeTriggerFormParams,
  TriggerListParams,
  noticeOf,
  withNotice,
} from './trigger-page.params.js';
import { TRIGGERS, presentTriggersPage } from './trigger-pages.view.js';

const LIST = '/-/project/:id/triggers';
const MANAGE = { can: abilities.adminBuild, returns: returns.html } as const;

/** The page of the triggers of a project. */
@Controller()
export class TriggerPagesController {
  constructor(
    private readonly triggerFacts: TriggerFacts,
    private readonly createTrigger: CreateTrigger,
    private readonly updateTrigger: UpdateTrigger,
    private readonly deleteTrigger: DeleteTrigger,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(LIST, { summary: 'Show the triggers of a project', ...MANAGE, params: TriggerListParams })
  async list(@Call() call: CallOf<typeof TriggerListParams>) {
    const { page, done } = call.params;
    const triggers = await this.triggerFacts.page(call.project.project.id, pageOf(page));
    return this.pages.page(call, 'triggers', presentTriggersPage(call, triggers, noticeOf(done)));
  }

  @Endpoint.post(LIST, { summary: 'Create a trigger in a browser', ...MANAGE, params: NewTriggerFormParams })
  async create(@Call() call: CallOf<typeof NewTriggerFormParams>) {
    const { project, params, user } = call;
    await this.createTrigger.execute(project.project.id, params.description, user.userId);
    return this.back(call, 'created');
  }

  @Endpoint.post(`${LIST}/:trigger_id/take_ownership`, {
    summary: 'Become the owner of a trigger in a browser',
    ...MANAGE,
    params: TakeTriggerFormParams,
    refuses: [TriggerNotFound],
  })
  async take(@Call() call: CallOf<typeof TakeTriggerFormParams>) {
    const { project, params, user } = call;
    await this.updateTrigger.execute(project.project.id, params.trigger_id, { ownerId: user.userId });
    return this.back(call, 'taken');
  }

  @Endpoint.post(`${LIST}/:trigger_id/delete`, {
    summary: 'Revoke a trigger in a browser',
    ...MANAGE,
    params: RevokeTriggerFormParams,
    refuses: [TriggerNotFound],
  })
  async revoke(@Call() call: CallOf<typeof RevokeTriggerFormParams>) {
    const { trigger_id: id, confirmed } = call.params;
    const { project } = call.project;
    if (!confirmed) {
      const { trigger } = await this.triggerFacts.one(project.id, id);
      const text = 'Its token starts no pipelines from then on.';
      const back = ownerPageAddress('project', call, TRIGGERS);
      return this.pages.confirm(call, { title: `Revoke “${trigger.description}”?`, text, button: 'Revoke', back });
    }
    await this.deleteTrigger.execute(project.id, id, call.unlessModified);
    return this.back(call, 'revoked');
  }

  private back(call: Parameters<typeof ownerPageAddress>[1], notice: Parameters<typeof withNotice>[1]) {
    return new Redirect(withNotice(ownerPageAddress('project', call, TRIGGERS), notice));
  }
}
