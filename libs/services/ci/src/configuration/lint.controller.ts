import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { lintError } from './configuration.rules.js';
import { LintParams } from './lint.params.js';
import { LintView, presentLint } from './lint.view.js';

@Controller()
export class LintController {
  @Endpoint.post('/ci/lint', {
    summary: 'Check a .gitlab-ci.yml',
    anonymous: 'allowed',
    params: LintParams,
    returns: returns.json(LintView),
    status: 200,
  })
  lint(@Call() { params }: CallOf<typeof LintParams>): Promise<LintView> {
    return Promise.resolve(presentLint(lintError(params.content)));
  }
}
