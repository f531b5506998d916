import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row } from '@hearth/data';
import type { ProtectedBranch, ProtectedTag } from './protection.rules.js';

/** All rules of a project. */
export interface RefRules {
  readonly branches: readonly ProtectedBranch[];
  readonly tags: readonly ProtectedTag[];
}

interface RuleRow extends ProtectedBranch, ProtectedTag, Row {
  readonly projectId: ProjectId;
  readonly kind: 'branch' | 'tag';
}

const ALL = `
  select project_id as "projectId", 'branch' as kind, name, push_level as "pushLevel", merge_level as "mergeLevel",
    allow_force_push as "allowForcePush", null as "createLevel"
  from protected_branches where project_id = any ($1::bigint[])
  union all
  select project_id, 'tag', name, null, null, null, create_level from protected_tags where project_id = any ($1::bigint[]) order by name`;

/** Reads the rules of branches and tags together: every push needs both. */
@Injectable()
export class RefRulesStore {
  async all(db: Db, projectId: ProjectId): Promise<RefRules> {
    return (await this.ofProjects(db, [projectId])).get(projectId)!;
  }

  /** Returns the rules of each of some projects. */
  async ofProjects(db: Db, projectIds: readonly ProjectId[]): Promise<Map<ProjectId, RefRules>> {
    const rows = await db.prepared<RuleRow>(ALL, [projectIds]);
    const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
    return new Map(projectIds.map((id) => [id, rulesIn(byProject.get(id) ?? [])]));
  }
}

function rulesIn(rows: readonly RuleRow[]): RefRules {
  const of = (kind: RuleRow['kind']) => rows.filter((row) => row.kind === kind);
  return {
    branches: of('branch').map(({ name, pushLevel, mergeLevel, allowForcePush }) => ({
      ...{ name, pushLevel, mergeLevel, allowForcePush },
    })),
    tags: of('tag').map(({ name, createLevel }) => ({ name, createLevel })),
  };
}
