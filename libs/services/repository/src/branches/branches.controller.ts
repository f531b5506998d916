import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { MOVE_REFUSALS } from '../journal/move-refs.js';
import { BranchExists, BranchNameInvalid, BranchNotFound, ReferenceInvalid } from '../refusals.js';
import { rightsOf } from '../repositories/reader.js';
import { EnsureRepository } from '../repositories/ensure-repository.js';
import { BranchView, presentBranch } from './branch.view.js';
import { BranchesFacts } from './branches.facts.js';
import { BranchParams, BranchesParams, CreateBranchParams, MergedBranchesParams } from './branches.params.js';
import { CreateBranch } from './create.js';
import { DeleteMergedBranches } from './delete-merged.js';
import { DeleteBranch } from './delete.js';

@Controller()
export class BranchesController {
  constructor(
    private readonly branchesFacts: BranchesFacts,
    private readonly ensureRepository: EnsureRepository,
    private readonly createBranch: CreateBranch,
    private readonly deleteBranch: DeleteBranch,
    private readonly deleteMergedBranches: DeleteMergedBranches,
  ) {}

  @Endpoint.get('/projects/:id/repository/branches', {
    summary: 'List the branches',
    can: abilities.downloadCode,
    authorize: 'before-params',
    routeBy: 'storage',
    jobTokens: true,
    params: BranchesParams,
    returns: returns.page(BranchView),
  })
  async list(@Call() call: CallOf<typeof BranchesParams>): Promise<Page<BranchView>> {
    const { search, page, per_page: perPage } = call.params;
    return (await this.branchesFacts.page(call.project.project.id, { search, page, perPage })).map(presentBranch);
  }

  @Endpoint.get('/projects/:id/repository/branches/:branch', {
    summary: 'Get a branch',
    can: abilities.downloadCode,
    authorize: 'before-params',
    routeBy: 'storage',
    params: BranchParams,
    returns: returns.json(BranchView),
    head: 204,
    refuses: [BranchNotFound],
  })
  async one(@Call() { params, project }: CallOf<typeof BranchParams>): Promise<BranchView> {
    return presentBranch(await this.branchesFacts.one(project.project.id, params.branch));
  }

  @Endpoint.post('/projects/:id/repository/branches', {
    summary: 'Create a branch',
    can: abilities.pushCode,
    anonymous: 'allowed',
    authorize: 'before-params',
    routeBy: 'storage',
    params: CreateBranchParams,
    returns: returns.json(BranchView),
    refuses: [BranchNameInvalid, BranchExists, ReferenceInvalid, BranchNotFound, ...MOVE_REFUSALS],
  })
  async create(@Call() { params, project, user }: CallOf<typeof CreateBranchParams>): Promise<BranchView> {
    const branch = params.branch ?? params.branch_name!;
    const repository = await this.ensureRepository.forChange(project.project.id);
    await this.createBranch.execute(
      { repository, principal: user },
      { branch, ref: params.ref, rights: rightsOf(project, user) },
    );
    return presentBranch(await this.branchesFacts.one(project.project.id, branch));
  }

  @Endpoint.delete('/projects/:id/repository/branches/:branch', {
    summary: 'Delete a branch',
    can: abilities.pushCode,
    anonymous: 'allowed',
    authorize: 'before-params',
    routeBy: 'storage',
    params: BranchParams,
    returns: returns.empty,
    refuses: [BranchNotFound, ...MOVE_REFUSALS],
  })
  async delete(@Call() { params, project, user, unlessModified }: CallOf<typeof BranchParams>): Promise<void> {
    await this.deleteBranch.execute(project.project.id, params.branch, user, unlessModified);
  }

  @Endpoint.delete('/projects/:id/repository/merged_branches', {
    summary: 'Delete the branches that are merged into the default branch',
    can: abilities.pushCode,
    anonymous: 'allowed',
    authorize: 'before-params',
    routeBy: 'storage',
    params: MergedBranchesParams,
    returns: returns.accepted,
    refuses: [...MOVE_REFUSALS],
  })
  async deleteMerged(@Call() { project, user }: CallOf<typeof MergedBranchesParams>): Promise<void> {
    const repository = await this.ensureRepository.forChange(project.project.id);
    await this.deleteMergedBranches.execute({ repository, principal: user });
  }
}
