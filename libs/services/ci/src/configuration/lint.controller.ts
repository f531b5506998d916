import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { TooManyConfigurations } from '../refusals.js';
import { ConfigurationThreads } from './configuration-threads.js';
import { LintParams } from './lint.params.js';
import { LintView, presentLint } from './lint.view.js';

@Controller()
export class LintController {
  constructor(private readonly configurationThreads: ConfigurationThreads) {}

  @Endpoint.post('/ci/lint', {
    summary: 'Check a .gitlab-ci.yml',
    anonymous: 'allowed',
    costly: true,
    params: LintParams,
    returns: returns.json(LintView),
    status: 200,
    refuses: [TooManyConfigurations],
  })
  async lint(@Call() { params, caller }: CallOf<typeof LintParams>): Promise<LintView> {
    return presentLint(await this.configurationThreads.lint(params.content, caller));
  }
}
