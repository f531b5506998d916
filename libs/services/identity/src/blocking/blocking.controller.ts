import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { z } from 'zod';
import {
  BlockedNotActivated,
  BlockedNotDeactivated,
  DeactivatedNotUnblocked,
  InternalNotDeactivated,
  LastAdmin,
  LdapBlockedNotUnblocked,
  LdapBlockedStays,
  RecentlyActive,
  UserStateRefused,
} from '../refusals.js';
import { UserIdParams } from '../users/user.params.js';
import { ActivateUser } from './activate.js';
import { BanUser } from './ban.js';
import { BlockUser } from './block.js';
import { DeactivateUser } from './deactivate.js';

/** Acts of admins on the access of a user. */
@Controller()
export class BlockingController {
  constructor(
    private readonly blockUser: BlockUser,
    private readonly banUser: BanUser,
    private readonly deactivateUser: DeactivateUser,
    private readonly activateUser: ActivateUser,
  ) {}

  @Endpoint.post('/users/:id/block', {
    summary: 'Block a user',
    admin: true,
    params: UserIdParams,
    returns: returns.json(z.boolean()),
    refuses: [UserNotFound, LastAdmin, LdapBlockedStays],
  })
  block(@Call() { params }: CallOf<typeof UserIdParams>) {
    return this.blockUser.execute(params.id, 'blocked');
  }

  @Endpoint.post('/users/:id/unblock', {
    summary: 'Unblock a user',
    admin: true,
    params: UserIdParams,
    returns: returns.json(z.boolean()),
    refuses: [UserNotFound, LdapBlockedNotUnblocked, DeactivatedNotUnblocked],
  })
  unblock(@Call() { params }: CallOf<typeof UserIdParams>) {
    return this.blockUser.execute(params.id, 'active');
  }

  @Endpoint.post('/users/:id/ban', {
    summary: 'Ban a user',
    admin: true,
    params: UserIdParams,
    returns: returns.json(z.boolean()),
    refuses: [UserNotFound, LastAdmin, UserStateRefused],
  })
  async ban(@Call() { params }: CallOf<typeof UserIdParams>) {
    await this.banUser.execute(params.id, 'ban');
    return true;
  }

  @Endpoint.post('/users/:id/unban', {
    summary: 'Unban a user',
    admin: true,
    params: UserIdParams,
    returns: returns.json(z.boolean()),
    refuses: [UserNotFound, UserStateRefused],
  })
  async unban(@Call() { params }: CallOf<typeof UserIdParams>) {
    await this.banUser.execute(params.id, 'unban');
    return true;
  }

  @Endpoint.post('/users/:id/deactivate', {
    summary: 'Deactivate a dormant user',
    admin: true,
    params: UserIdParams,
    returns: returns.json(z.boolean()),
    refuses: [UserNotFound, BlockedNotDeactivated, InternalNotDeactivated, RecentlyActive, LastAdmin],
  })
  deactivate(@Call() { params }: CallOf<typeof UserIdParams>) {
    return this.deactivateUser.execute(params.id);
  }

  @Endpoint.post('/users/:id/activate', {
    summary: 'Activate a deactivated user',
    admin: true,
    params: UserIdParams,
    returns: returns.json(z.boolean()),
    refuses: [UserNotFound, BlockedNotActivated],
  })
  activate(@Call() { params }: CallOf<typeof UserIdParams>) {
    return this.activateUser.execute(params.id);
  }
}
