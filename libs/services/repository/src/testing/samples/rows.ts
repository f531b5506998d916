import type { Target } from '@hearth/testing';

/** Comments, protected branches and moves of the target's project. */
export function rows({ project, sha, user }: Target, amount: number): string[] {
  return [
    `insert into repository.commit_comments (project_id, commit_id, author_id, note)
     select ${project}, '${sha}', ${user} + n - 1, 'note' from generate_series(1, ${amount}) n`,
    `insert into repository.protected_branches (project_id, name, push_level, merge_level)
     select ${project}, 'protected-' || n, 40, 40 from generate_series(1, ${amount}) n`,
    `insert into repository.storage_moves (project_id, source, destination, state)
     select ${project}, 'storage-1', 'storage-2', 'finished' from generate_series(1, ${amount}) n`,
  ];
}
