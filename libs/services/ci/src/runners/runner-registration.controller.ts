import { Controller } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Call, Endpoint, GroupNotFound, ProjectNotFound, returns, type CallOf } from '@hearth/http';
import type { z } from 'zod';
import {
  GroupIdMissing,
  ProjectIdMissing,
  RunnerForbidden,
  RunnerInvalid,
  RunnerNotFound,
  RunnerTakesNothing,
} from '../refusals.js';
import { AuthenticateRunner } from './authenticate.js';
import { DeleteRunner } from './delete.js';
import { RegisterRunner } from './register.js';
import type { RunnerOwner } from './runner-access.facts.js';
import { ResetRunnerToken } from './reset-token.js';
import {
  CreateRunnerParams,
  JobRouterParams,
  RegisterRunnerParams,
  RunnerManagerParams,
  RunnerParams,
  RunnerTokenParams,
  newRunnerSettings,
} from './runner.params.js';
import {
  NoJobRouterView,
  RunnerCredentialsView,
  RunnerTokenView,
  presentCredentials,
  presentToken,
} from './runner.view.js';

/** Endpoints that runners call, authenticated by the token in the parameters, and the creation of a runner by a user. */
@Controller()
export class RunnerRegistrationController {
  constructor(
    private readonly registerRunner: RegisterRunner,
    private readonly authenticateRunner: AuthenticateRunner,
    private readonly deleteRunner: DeleteRunner,
    private readonly resetRunnerToken: ResetRunnerToken,
  ) {}

  @Endpoint.post('/runners', {
    summary: 'Register a runner by a registration token',
    anonymous: 'allowed',
    params: RegisterRunnerParams,
    returns: returns.json(RunnerCredentialsView),
    refuses: [RunnerInvalid],
  })
  async register(@Call() { params }: CallOf<typeof RegisterRunnerParams>): Promise<RunnerCredentialsView> {
    const { token, info = {} } = params;
    return presentCredentials(await this.registerRunner.execute(token, { ...newRunnerSettings(params), info }));
  }

  @Endpoint.post('/user/runners', {
    summary: 'Create a runner, which begins with the token that is returned',
    params: CreateRunnerParams,
    returns: returns.json(RunnerCredentialsView),
    refuses: [ProjectIdMissing, ProjectNotFound, GroupIdMissing, GroupNotFound, RunnerTakesNothing],
  })
  async create(@Call() { params, user }: CallOf<typeof CreateRunnerParams>): Promise<RunnerCredentialsView> {
    return presentCredentials(await this.registerRunner.create(ownerOf(params), newRunnerSettings(params), user));
  }

  @Endpoint.post('/runners/verify', {
    summary: 'Verify the token of a runner',
    anonymous: 'allowed',
    callers: 'runners',
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

  /** Machines that share a token are not distinguished, so the deletion of one changes nothing. */
  @Endpoint.delete('/runners/managers', {
    summary: 'Leave as one of the machines that share the token of a runner',
    anonymous: 'allowed',
    params: RunnerManagerParams,
    returns: returns.empty,
  })
  async leaveAsManager(@Call() { params }: CallOf<typeof RunnerManagerParams>): Promise<void> {
    await this.authenticateRunner.execute(params.token);
  }

  /** Runners that ask for it go on with requests for jobs: Hearth has no other way to jobs. */
  @Endpoint.get('/runners/router/discovery', {
    summary: 'Find the job router, which is not implemented, as a runner',
    anonymous: 'allowed',
    callers: 'runners',
    status: 501,
    params: JobRouterParams,
    returns: returns.json(NoJobRouterView),
  })
  async router(@Call() call: CallOf<typeof JobRouterParams>): Promise<NoJobRouterView> {
    await this.authenticateRunner.execute(call.header('runner-token') ?? '');
    return { message: '501 Not Implemented' };
  }

  @Endpoint.post('/runners/reset_authentication_token', {
    summary: 'Replace the token of a runner by another one, as the runner',
    anonymous: 'allowed',
    params: RunnerTokenParams,
    returns: returns.json(RunnerTokenView),
  })
  async renewToken(@Call() { params: { token } }: CallOf<typeof RunnerTokenParams>): Promise<RunnerTokenView> {
    const id = await this.authenticateRunner.execute(token);
    return presentToken(await this.resetRunnerToken.renew(id, token));
  }

  @Endpoint.post('/runners/:id/reset_authentication_token', {
    summary: 'Replace the token of a runner by another one',
    params: RunnerParams,
    returns: returns.json(RunnerTokenView),
    refuses: [RunnerNotFound, RunnerForbidden],
  })
  async resetToken(@Call() { params, user }: CallOf<typeof RunnerParams>): Promise<RunnerTokenView> {
    return presentToken(await this.resetRunnerToken.execute(params.id, user));
  }
}

/** @throws ProjectIdMissing, ProjectNotFound, GroupIdMissing, GroupNotFound */
function ownerOf(params: z.output<typeof CreateRunnerParams>): RunnerOwner {
  const { runner_type: type, project_id: projectId, group_id: groupId } = params;
  if (type === 'instance_type') return { kind: 'instance' };
  if (type === 'group_type') {
    if (groupId === undefined) throw GroupIdMissing();
    if (groupId <= 0) throw GroupNotFound();
    return { kind: 'group', id: groupId };
  }
  if (projectId === undefined) throw ProjectIdMissing();
  if (projectId <= 0) throw ProjectNotFound();
  return { kind: 'project', id: projectId as ProjectId };
}
