import { Controller } from '@nestjs/common';
import { UserBasicView, UserNotFound } from '@hearth/identity-contracts';
import { NamespaceReserved, NamespaceTaken, NamespaceTakenBefore, SoleGroupOwner } from '@hearth/projects-contracts';
import { Call, Endpoint, Forbidden, Unauthorized, pageRequest, returns, type CallOf } from '@hearth/http';
import { z } from 'zod';
import { DeleteUser } from '../deletion/delete.js';
import { DisableTwoFactor } from '../two-factor/disable.js';
import {
  EmailTaken,
  LastAdmin,
  TwoFactorNotEnabled,
  TwoFactorOfAdminStays,
  UserInvalid,
  UserNamesTaken,
  UsernameTaken,
  UsersNotListed,
} from '../refusals.js';
import { SettingsFacts } from '../settings/settings.facts.js';
import { CreateUser } from './create.js';
import { UpdateUser } from './update.js';
import { UserFacts } from './user.facts.js';
import {
  CreateUserParams,
  DeleteUserParams,
  ListUsersParams,
  NoParams,
  UpdateUserParams,
  UserIdParams,
  changedUserOf,
  filtersOf,
  newUserOf,
} from './user.params.js';
import {
  AdminUserView,
  PublicUserView,
  SingleUserView,
  presentAdminUser,
  presentBasicUser,
  presentPublicUser,
  presentUser,
} from './user.view.js';

@Controller()
export class UsersController {
  constructor(
    private readonly userFacts: UserFacts,
    private readonly createUser: CreateUser,
    private readonly updateUser: UpdateUser,
    private readonly deleteUser: DeleteUser,
    private readonly disableTwoFactor: DisableTwoFactor,
    private readonly settingsFacts: SettingsFacts,
  ) {}

  @Endpoint.get('/user', {
    summary: 'Read the current user',
    scope: 'read_user',
    params: NoParams,
    returns: returns.json(z.union([AdminUserView, PublicUserView])),
    refuses: [UserNotFound],
  })
  async current(@Call() call: CallOf<typeof NoParams>) {
    const user = await this.userFacts.current(call.user);
    const { baseUrl } = call.caller;
    return user.admin ? presentAdminUser(user, baseUrl) : presentPublicUser(user, baseUrl);
  }

  @Endpoint.get('/users', {
    summary: 'List users',
    scope: 'read_user',
    anonymous: 'allowed',
    params: ListUsersParams,
    returns: returns.page(z.union([AdminUserView, UserBasicView])),
    refuses: [Unauthorized, Forbidden, UsersNotListed],
  })
  async list(@Call() { params, caller }: CallOf<typeof ListUsersParams>) {
    const { principal, baseUrl } = caller;
    const filters = filtersOf(params);
    const wanted = pageRequest(params, { by: filters.orderBy, sort: filters.sort });
    const page = await this.userFacts.page(principal, filters, wanted);
    if (!principal?.admin) return page.map((user) => presentBasicUser(user, baseUrl));
    return (await this.userFacts.completedPage(page)).map((user) => presentAdminUser(user, baseUrl));
  }

  @Endpoint.get('/users/:id', {
    summary: 'Read a user',
    scope: 'read_user',
    anonymous: 'allowed',
    params: UserIdParams,
    returns: returns.json(z.union([AdminUserView, SingleUserView])),
    refuses: [UserNotFound],
  })
  async one(@Call() { params, caller }: CallOf<typeof UserIdParams>) {
    const user = await this.userFacts.oneFor(caller.principal, params.id);
    if (!caller.principal?.admin) return presentUser(user, caller.baseUrl);
    return presentAdminUser(await this.userFacts.completed(user), caller.baseUrl);
  }

  @Endpoint.post('/users', {
    summary: 'Create a user',
    admin: true,
    params: CreateUserParams,
    returns: returns.json(PublicUserView),
    refuses: [EmailTaken, UsernameTaken, UserInvalid, NamespaceTaken, NamespaceTakenBefore, NamespaceReserved],
  })
  async create(@Call() { params, caller }: CallOf<typeof CreateUserParams>) {
    const asked = newUserOf(params, await this.settingsFacts.forNewUsers());
    const user = await this.createUser.execute(asked);
    return presentPublicUser(await this.userFacts.completed(user), caller.baseUrl);
  }

  @Endpoint.put('/users/:id', {
    summary: 'Change a user',
    admin: true,
    params: UpdateUserParams,
    returns: returns.json(PublicUserView),
    refuses: [
      UserNotFound,
      UserNamesTaken,
      UserInvalid,
      LastAdmin,
      NamespaceTaken,
      NamespaceTakenBefore,
      NamespaceReserved,
    ],
  })
  async update(@Call() { params, user, caller }: CallOf<typeof UpdateUserParams>) {
    const asked = changedUserOf(params, await this.settingsFacts.forNewUsers());
    const changed = await this.updateUser.execute(params.id, asked, user);
    return presentPublicUser(await this.userFacts.completed(changed), caller.baseUrl);
  }

  @Endpoint.delete('/users/:id', {
    summary: 'Delete a user',
    admin: true,
    params: DeleteUserParams,
    returns: returns.empty,
    refuses: [UserNotFound, LastAdmin, SoleGroupOwner],
  })
  async delete(@Call() { params, unlessModified }: CallOf<typeof DeleteUserParams>) {
    await this.deleteUser.execute(params.id, params.hard_delete ?? false, unlessModified);
  }

  @Endpoint.patch('/users/:id/disable_two_factor', {
    summary: 'Disable two-factor authentication of a user',
    admin: true,
    params: UserIdParams,
    returns: returns.empty,
    refuses: [UserNotFound, TwoFactorNotEnabled, TwoFactorOfAdminStays],
  })
  async disableTheirTwoFactor(@Call() { params }: CallOf<typeof UserIdParams>) {
    await this.disableTwoFactor.byAdmin(params.id);
  }
}
