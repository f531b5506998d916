import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { UserStatusInvalid } from '../refusals.js';
import { SetUserStatus } from './set.js';
import { StatusFacts } from './status.facts.js';
import { OwnStatusParams, SetStatusParams, UserStatusParams, statusChangeOf } from './status.params.js';
import { UserStatusView, presentUserStatus } from './status.view.js';

/** Statuses that users show beside their names. */
@Controller()
export class UserStatusController {
  constructor(
    private readonly statusFacts: StatusFacts,
    private readonly setUserStatus: SetUserStatus,
  ) {}

  @Endpoint.get('/user/status', {
    summary: "Read one's status",
    scope: 'read_user',
    params: OwnStatusParams,
    returns: returns.json(UserStatusView),
  })
  async own(@Call() { user }: CallOf<typeof OwnStatusParams>): Promise<UserStatusView> {
    return presentUserStatus(await this.statusFacts.own(user.userId));
  }

  @Endpoint.get('/users/:id/status', {
    summary: 'Read the status of a user',
    scope: 'read_user',
    anonymous: 'allowed',
    params: UserStatusParams,
    returns: returns.json(UserStatusView),
    refuses: [UserNotFound],
  })
  async one(@Call() { params, caller }: CallOf<typeof UserStatusParams>): Promise<UserStatusView> {
    return presentUserStatus(await this.statusFacts.of(params.id, caller.principal));
  }

  @Endpoint.put('/user/status', {
    summary: "Set one's status; parts that are not given are reset",
    params: SetStatusParams,
    returns: returns.json(UserStatusView),
    refuses: [UserNotFound, UserStatusInvalid],
  })
  async set(@Call() { params, user }: CallOf<typeof SetStatusParams>): Promise<UserStatusView> {
    const status = await this.setUserStatus.execute(user.userId, statusChangeOf(params), { keeps: false });
    return presentUserStatus(status);
  }

  @Endpoint.patch('/user/status', {
    summary: "Change one's status; parts that are not given stay",
    params: SetStatusParams,
    returns: returns.json(UserStatusView),
    refuses: [UserNotFound, UserStatusInvalid],
  })
  async change(@Call() { params, user }: CallOf<typeof SetStatusParams>): Promise<UserStatusView> {
    const status = await this.setUserStatus.execute(user.userId, statusChangeOf(params), { keeps: true });
    return presentUserStatus(status);
  }
}
