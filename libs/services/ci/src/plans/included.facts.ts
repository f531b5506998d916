import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { ActAsQuery } from '@hearth/identity-contracts';
import { ResolveAccessQuery } from '@hearth/projects-contracts';
import { FileTextQuery, FindCommitQuery } from '@hearth/repository-contracts';
import { abilities } from '../abilities.js';
import { fileKey, type FileRequest, type IncludedFile } from '../configuration/composition/file-request.js';
import type { PlanEvent } from './new-pipeline.rules.js';

/** Largest included file, in bytes. */
const MOST_BYTES = 256 * 1024;

type ProjectFile = Extract<FileRequest, { kind: 'project' }>;

/** Reads the files that a configuration includes. */
@Injectable()
export class IncludedFacts {
  constructor(private readonly calls: Calls) {}

  /** Returns files by their keys. Those of other projects are read with the rights of the pipeline's user. */
  async read(event: PlanEvent, files: readonly FileRequest[]): Promise<Record<string, IncludedFile>> {
    const isForeign = files.some(({ kind }) => kind === 'project');
    const principal = isForeign && event.user ? await this.principal(event.user.id) : null;
    const read = files.map(async (file) => {
      const included = file.kind === 'local' ? await this.local(event, file.path) : await this.foreign(file, principal);
      return [fileKey(file), included] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  }

  /** Null for a blocked user, who has the rights of an anonymous caller. */
  private async principal(id: number): Promise<Principal | null> {
    const { principal, blocked } = await this.calls.query(ActAsQuery, { user: { id } });
    return blocked ? null : principal;
  }

  private async local({ project, pipeline }: PlanEvent, path: string): Promise<IncludedFile> {
    return (await this.text(project.id, pipeline.sha, path)) ?? { error: `Local file \`${path}\` does not exist!` };
  }

  private async foreign(
    { project: path, ref, path: file }: ProjectFile,
    principal: Principal | null,
  ): Promise<IncludedFile> {
    const user = principal && { id: principal.userId, admin: principal.admin, external: principal.external };
    const { projects } = await this.calls.query(ResolveAccessQuery, { projects: [{ path }], user });
    const [access] = projects;
    if (!access || !may(abilities.downloadCode, access, principal))
      return { error: `Project \`${path}\` not found or access denied!` };
    const { id: projectId, defaultBranch } = access.project;
    const revision = ref ?? defaultBranch;
    const asked = revision !== null && { projectId, revision, withBranch: false };
    const { commit } = asked ? await this.calls.query(FindCommitQuery, asked) : { commit: null };
    if (commit === null) return { error: `Project \`${path}\` reference \`${revision ?? ''}\` does not exist!` };
    const found = await this.text(projectId, commit, file);
    return found ?? { error: `Project \`${path}\` file \`${file}\` does not exist!` };
  }

  private async text(projectId: ProjectId, commit: string, path: string): Promise<IncludedFile | undefined> {
    const { outcome, text } = await this.calls.query(FileTextQuery, { projectId, commit, path, mostBytes: MOST_BYTES });
    if (outcome === 'missing') return undefined;
    return outcome === 'found' ? { text } : { error: 'The parsed YAML is too big' };
  }
}
