import { Controller } from '@nestjs/common';
import { AccessLevel } from '@hearth/contract-kit';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { ProtectBranch } from '../protection/protect.js';
import { UnprotectBranch } from '../protection/unprotect.js';
import { BranchNotFound, ProtectedBranchInvalid, ProtectedBranchNotFound } from '../refusals.js';
import { BranchView, presentBranch } from './branch.view.js';
import { BranchesFacts } from './branches.facts.js';
import { BranchParams, ProtectBranchParams } from './branches.params.js';

/** Protection of single branches: the older endpoints, which protected_branches replaced. */
@Controller()
export class BranchProtectionController {
  constructor(
    private readonly branchesFacts: BranchesFacts,
    private readonly protectBranch: ProtectBranch,
    private readonly unprotectBranch: UnprotectBranch,
  ) {}

  @Endpoint.put('/projects/:id/repository/branches/:branch/protect', {
    summary: 'Protect a branch, or change who pushes and merges',
    can: abilities.manageProtection,
    anonymous: 'allowed',
    authorize: 'before-params',
    routeBy: 'storage',
    params: ProtectBranchParams,
    returns: returns.json(BranchView),
    refuses: [BranchNotFound, ProtectedBranchInvalid],
  })
  async protect(@Call() { params, project }: CallOf<typeof ProtectBranchParams>): Promise<BranchView> {
    const { id } = project.project;
    const { name } = await this.branchesFacts.one(id, params.branch);
    const pushLevel = levelOf(params.developers_can_push);
    const mergeLevel = levelOf(params.developers_can_merge);
    await this.protectBranch.execute(id, { name, pushLevel, mergeLevel });
    return presentBranch(await this.branchesFacts.one(id, name));
  }

  @Endpoint.put('/projects/:id/repository/branches/:branch/unprotect', {
    summary: 'Remove the protection of a branch',
    can: abilities.manageProtection,
    anonymous: 'allowed',
    authorize: 'before-params',
    routeBy: 'storage',
    params: BranchParams,
    returns: returns.json(BranchView),
    refuses: [BranchNotFound],
  })
  async unprotect(@Call() { params, project }: CallOf<typeof BranchParams>): Promise<BranchView> {
    const { id } = project.project;
    const { name } = await this.branchesFacts.one(id, params.branch);
    try {
      await this.unprotectBranch.execute(id, name);
    } catch (error) {
      if (!ProtectedBranchNotFound.is(error)) throw error;
    }
    return presentBranch(await this.branchesFacts.one(id, name));
  }
}

function levelOf(developersCan: boolean | undefined): number | undefined {
  if (developersCan === undefined) return undefined;
  return developersCan ? AccessLevel.developer : AccessLevel.master;
}
