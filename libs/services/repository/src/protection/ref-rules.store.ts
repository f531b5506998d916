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
  readonly kind: 'branch' | 'tag';
}

const ALL = `
  select 'branch' as kind, name, push_level as "pushLevel", merge_level as "mergeLevel",
    allow_force_push as "allowForcePush", null as "createLevel"
  from protected_branches where project_id = $1
  union all
  select 'tag', name, null, null, null, create_level from protected_tags where project_id = $1 order by name`;

/** Reads the rules of branches and tags together: every push needs both. */
@Injectable()
export class RefRulesStore {
  async all(db: Db, projectId: ProjectId): Promise<RefRules> {
    const rows = await db.prepared<RuleRow>(ALL, [projectId]);
    const of = (kind: RuleRow['kind']) => rows.filter((row) => row.kind === kind);
    return {
      branches: of('branch').map(({ kind: _kind, createLevel: _createLevel, ...rule }) => rule),
      tags: of('tag').map(({ name, createLevel }) => ({ name, createLevel })),
    };
  }
}
