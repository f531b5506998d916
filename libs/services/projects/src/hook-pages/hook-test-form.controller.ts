import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import { attempt } from '@hearth/pages';
import { hookAbilities } from '../abilities.js';
import { TestHook } from '../hook-deliveries/test.js';
import { HookNotTested, RecordNotFound } from '../refusals.js';
import { HookPage } from './hook-page.js';
import { TestHookFormParams, withNotice } from './hook-page.params.js';
import { hooksAddress } from './hook-pages.view.js';

/** Form that tests a hook of a project. */
@Controller()
export class HookTestFormController {
  constructor(
    private readonly testHook: TestHook,
    private readonly hookPage: HookPage,
  ) {}

  @Endpoint.post('/-/project/:id/hooks/:hook_id/test', {
    summary: 'Call a webhook with the newest commits in a browser',
    can: hookAbilities.project.manage,
    params: TestHookFormParams,
    returns: returns.html,
    refuses: [RecordNotFound],
  })
  async test(@Call() call: CallOf<typeof TestHookFormParams>) {
    const { hook_id: id, trigger } = call.params;
    const at = { source: { kind: 'project', id: call.project.project.id }, id } as const;
    const made = await attempt(() => this.testHook.execute(at, trigger, call.user), [HookNotTested]);
    if ('failures' in made) return this.hookPage.one('project', call, { failures: made.failures });
    return new Redirect(withNotice(`${hooksAddress('project', call)}/${id}`, 'queued'));
  }
}
