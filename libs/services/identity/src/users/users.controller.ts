import { Controller } from '@nestjs/common';
import { NamespaceReserved, NamespaceTaken, UserNotFound } from '@hearth/contracts';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { z } from 'zod';
import { EmailTaken, UserInvalid, UsernameTaken } from '../refusals.js';
import { CreateUser } from './create.js';
import { UserFacts } from './user.facts.js';
import { CreateUserParams, NoParams, UserIdParams, newUserOf } from './user.params.js';
import {
  AdminUserView,
  PublicUserView,
  UserView,
  presentAdminUser,
  presentPublicUser,
  presentUser,
} from './user.view.js';

@Controller()
export class UsersController {
  constructor(
    private readonly users: UserFacts,
    private readonly creation: CreateUser,
  ) {}

  @Endpoint.get('/user', {
    summary: 'Read the current user',
    scope: 'read_user',
    params: NoParams,
    returns: returns.json(z.union([AdminUserView, PublicUserView])),
    refuses: [UserNotFound],
  })
  async current(@Call() call: CallOf<typeof NoParams>) {
    const user = await this.users.one(call.user.userId);
    const { baseUrl } = call.caller;
    return user.admin ? presentAdminUser(user, baseUrl) : presentPublicUser(user, baseUrl);
  }

  @Endpoint.get('/users/:id', {
    summary: 'Read a user',
    scope: 'read_user',
    anonymous: 'allowed',
    params: UserIdParams,
    returns: returns.json(z.union([AdminUserView, UserView])),
    refuses: [UserNotFound],
  })
  async one(@Call() { params, caller }: CallOf<typeof UserIdParams>) {
    const user = await this.users.one(params.id);
    return caller.principal?.admin ? presentAdminUser(user, caller.baseUrl) : presentUser(user, caller.baseUrl);
  }

  @Endpoint.post('/users', {
    summary: 'Create a user',
    admin: true,
    params: CreateUserParams,
    returns: returns.json(PublicUserView),
    refuses: [EmailTaken, UsernameTaken, UserInvalid, NamespaceTaken, NamespaceReserved],
  })
  async create(@Call() { params, caller }: CallOf<typeof CreateUserParams>) {
    return presentPublicUser(await this.creation.execute(newUserOf(params)), caller.baseUrl);
  }
}
