import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { hookAbilities } from '../abilities.js';
import { HookNotTested, RecordNotFound } from '../refusals.js';
import { TestHookParams } from './delivery.params.js';
import { QUEUED, QueuedView } from './delivery.view.js';
import { TestHook } from './test.js';

@Controller()
export class HookTestsController {
  constructor(private readonly testHook: TestHook) {}

  @Endpoint.post('/projects/:id/hooks/:hook_id/test/:trigger', {
    summary: 'Call a webhook with the newest commits',
    can: hookAbilities.project.manage,
    params: TestHookParams,
    returns: returns.json(QueuedView),
    refuses: [RecordNotFound, HookNotTested],
  })
  async test(@Call() { params, project, user }: CallOf<typeof TestHookParams>): Promise<QueuedView> {
    await this.testHook.execute(project.project.id, params.hook_id, params.trigger, user);
    return QUEUED;
  }
}
