import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import type { Caller, Principal, ProjectAccess, Scope } from '@hearth/contract-kit';
import { isStorableText } from '@hearth/data';
import type { ObjectStore } from '@hearth/objects';
import { abilities } from '../abilities.js';
import { GitAccessFacts } from '../git-http/git-access.facts.js';
import { MovedProjectFacts } from '../git-http/moved-project.facts.js';
import {
  LFS_DISABLED,
  LFS_FORBIDDEN,
  LFS_NO_SCOPE,
  LFS_NOT_FOUND,
  LFS_SIGN_IN,
  LFS_UNFINISHED,
  type LfsRefusal,
} from './lfs-answers.js';
import type { LfsUse } from './lfs-request.rules.js';
import { LfsStorage } from './lfs-storage.js';

/** A use of LFS that passed every check. */
export interface AdmittedLfs {
  readonly caller: Caller;
  readonly access: ProjectAccess;
  readonly objects: ObjectStore;
}

const SCOPES: Record<LfsUse, readonly Scope[]> = {
  download: ['api', 'read_repository', 'write_repository'],
  upload: ['api', 'write_repository'],
  lock: ['api', 'write_repository'],
};

/** Decides whether a client may use the LFS objects of a project: as git may use its repository. */
@Injectable()
export class LfsAdmission {
  constructor(
    private readonly gitAccessFacts: GitAccessFacts,
    private readonly movedProjectFacts: MovedProjectFacts,
    private readonly lfsStorage: LfsStorage,
  ) {}

  /** @param project full path. @returns `movedTo`: the present full path of a project that has moved */
  async admit(
    project: string,
    use: LfsUse,
    caller: Caller,
  ): Promise<AdmittedLfs | { readonly movedTo: string } | LfsRefusal> {
    const { principal } = caller;
    const refused = refusalOfCaller(use, principal);
    if (refused) return refused;
    const access = isStorableText(project) ? await this.gitAccessFacts.of({ path: project }, principal) : null;
    if (access === null && isStorableText(project)) {
      const movedTo = await this.movedProjectFacts.pathOf(project, principal);
      if (movedTo !== null) return { movedTo };
    }
    const denied = refusalOfAccess(use, principal, access);
    // The files of a push to a collaborator's branch arrive before it.
    const mayBeExempt = denied === LFS_FORBIDDEN && use === 'upload';
    if (denied && !(mayBeExempt && (await this.gitAccessFacts.collaborates(access!, principal!)))) return denied;
    if (access!.project.importing && use !== 'download') return LFS_UNFINISHED;
    const { objects } = this.lfsStorage;
    return objects === null ? LFS_DISABLED : { caller, access: access!, objects };
  }
}

/** Returns a refusal that does not depend on the project. */
function refusalOfCaller(use: LfsUse, principal: Principal | null): LfsRefusal | null {
  if (principal === null) return use === 'download' ? null : LFS_SIGN_IN;
  return principal.credential.scopes.some((scope) => SCOPES[use].includes(scope)) ? null : LFS_NO_SCOPE;
}

/** A project without LFS answers like one that does not exist, as in GitLab. */
function refusalOfAccess(use: LfsUse, principal: Principal | null, access: ProjectAccess | null): LfsRefusal | null {
  const mayDownload = access !== null && may(abilities.downloadCode, access, principal);
  if (!mayDownload) return principal === null ? LFS_SIGN_IN : LFS_NOT_FOUND;
  if (access.project.lfsEnabled === false) return LFS_NOT_FOUND;
  if (use === 'download') return null;
  return may(abilities.pushCode, access, principal) ? null : LFS_FORBIDDEN;
}
