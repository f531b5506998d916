import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { ProtectedBranchExists, ProtectedBranchInvalid, ProtectedBranchNotFound } from '../refusals.js';
import { PlaceRepository } from '../repositories/place-repository.js';
import { ProtectBranch } from './protect.js';
import {
  CreateProtectedBranchParams,
  ProtectedBranchParams,
  ProtectedBranchesParams,
  UpdateProtectedBranchParams,
} from './protected-branch.params.js';
import { ProtectedBranchView, presentProtectedBranch } from './protected-branch.view.js';
import { ProtectedBranchesFacts } from './protected-branches.facts.js';
import { UpdateProtectedBranch } from './update.js';
import { UnprotectBranch } from './unprotect.js';

@Controller()
export class ProtectedBranchesController {
  constructor(
    private readonly protectedBranchesFacts: ProtectedBranchesFacts,
    private readonly placeRepository: PlaceRepository,
    private readonly protectBranch: ProtectBranch,
    private readonly updateProtectedBranch: UpdateProtectedBranch,
    private readonly unprotectBranch: UnprotectBranch,
  ) {}

  @Endpoint.get('/projects/:id/protected_branches', {
    summary: 'List the protected branches and patterns',
    can: abilities.manageProtection,
    anonymous: 'allowed',
    authorize: 'before-params',
    routeBy: 'storage',
    params: ProtectedBranchesParams,
    returns: returns.page(ProtectedBranchView),
  })
  async list(@Call() call: CallOf<typeof ProtectedBranchesParams>): Promise<Page<ProtectedBranchView>> {
    const { search, page, per_page: perPage } = call.params;
    const rules = await this.protectedBranchesFacts.page(call.project.project.id, { page, perPage }, search);
    return rules.map(presentProtectedBranch);
  }

  @Endpoint.get('/projects/:id/protected_branches/:name', {
    summary: 'Get a protected branch or pattern',
    can: abilities.manageProtection,
    anonymous: 'allowed',
    authorize: 'before-params',
    routeBy: 'storage',
    params: ProtectedBranchParams,
    returns: returns.json(ProtectedBranchView),
    refuses: [ProtectedBranchNotFound],
  })
  async one(@Call() { params, project }: CallOf<typeof ProtectedBranchParams>): Promise<ProtectedBranchView> {
    return presentProtectedBranch(await this.protectedBranchesFacts.one(project.project.id, params.name));
  }

  @Endpoint.post('/projects/:id/protected_branches', {
    summary: 'Protect a branch, or those that a pattern covers',
    can: abilities.manageProtection,
    anonymous: 'allowed',
    authorize: 'before-params',
    routeBy: 'storage',
    params: CreateProtectedBranchParams,
    returns: returns.json(ProtectedBranchView),
    refuses: [ProtectedBranchExists, ProtectedBranchInvalid],
  })
  async create(@Call() { params, project }: CallOf<typeof CreateProtectedBranchParams>): Promise<ProtectedBranchView> {
    const { name, push_access_level: pushLevel, merge_access_level: mergeLevel } = params;
    const settings = { name, pushLevel, mergeLevel, allowForcePush: params.allow_force_push };
    const { id } = project.project;
    await this.placeRepository.execute(id);
    return presentProtectedBranch(await this.protectBranch.create(id, settings));
  }

  @Endpoint.patch('/projects/:id/protected_branches/:name', {
    summary: 'Change a protected branch or pattern',
    can: abilities.manageProtection,
    anonymous: 'allowed',
    authorize: 'before-params',
    routeBy: 'storage',
    params: UpdateProtectedBranchParams,
    returns: returns.json(ProtectedBranchView),
    refuses: [ProtectedBranchNotFound],
  })
  async update(@Call() { params, project }: CallOf<typeof UpdateProtectedBranchParams>): Promise<ProtectedBranchView> {
    const { id } = project.project;
    const { name, allow_force_push: allowForcePush } = params;
    if (allowForcePush === undefined) return presentProtectedBranch(await this.protectedBranchesFacts.one(id, name));
    return presentProtectedBranch(await this.updateProtectedBranch.execute(id, { name, allowForcePush }));
  }

  @Endpoint.delete('/projects/:id/protected_branches/:name', {
    summary: 'Remove the protection of a branch or pattern',
    can: abilities.manageProtection,
    anonymous: 'allowed',
    authorize: 'before-params',
    routeBy: 'storage',
    params: ProtectedBranchParams,
    returns: returns.empty,
    refuses: [ProtectedBranchNotFound],
  })
  async delete(@Call() { params, project, unlessModified }: CallOf<typeof ProtectedBranchParams>): Promise<void> {
    await this.unprotectBranch.execute(project.project.id, params.name, unlessModified);
  }
}
