import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { RunnerInvalid } from '../refusals.js';
import { AuthenticateRunner } from './authenticate.js';
import { DeleteRunner } from './delete.js';
import { RegisterRunner } from './register.js';
import { RegisterRunnerParams, RunnerTokenParams } from './runner.params.js';
import { RunnerCredentialsView, presentCredentials } from './runner.view.js';

/** What runners themselves call; the token in the parameters says who it is. */
@Controller()
export class RunnerRegistrationController {
  constructor(
    private readonly registerRunner: RegisterRunner,
    private readonly authenticateRunner: AuthenticateRunner,
    private readonly deleteRunner: DeleteRunner,
  ) {}

  @Endpoint.post('/runners', {
    summary: 'Register a runner by a registration token',
    anonymous: 'allowed',
    params: RegisterRunnerParams,
    returns: returns.json(RunnerCredentialsView),
    refuses: [RunnerInvalid],
  })
  async register(@Call() { params }: CallOf<typeof RegisterRunnerParams>): Promise<RunnerCredentialsView> {
    const { token, description, info = {}, locked = false, paused = false, run_untagged: runUntagged = true } = params;
    const { tag_list: tags = [], access_level: accessLevel = 'not_protected' } = params;
    const registered = await this.registerRunner.execute(token, {
      description: description ?? null,
      info,
      active: !paused,
      locked,
      runUntagged,
      accessLevel,
      tags: [...new Set(tags)],
    });
    return presentCredentials(registered);
  }

  @Endpoint.post('/runners/verify', {
    summary: 'Verify the token of a runner',
    anonymous: 'allowed',
    status: 200,
    params: RunnerTokenParams,
    returns: returns.json(RunnerCredentialsView),
  })
  async verify(@Call() { params: { token } }: CallOf<typeof RunnerTokenParams>): Promise<RunnerCredentialsView> {
    return presentCredentials({ id: await this.authenticateRunner.execute(token), token });
  }

  @Endpoint.delete('/runners', {
    summary: 'Delete the runner that has a token',
    anonymous: 'allowed',
    params: RunnerTokenParams,
    returns: returns.empty,
  })
  async leave(@Call() { params, unlessModified }: CallOf<typeof RunnerTokenParams>): Promise<void> {
    await this.deleteRunner.leave(await this.authenticateRunner.execute(params.token), unlessModified);
  }
}
