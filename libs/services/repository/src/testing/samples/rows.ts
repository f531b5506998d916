import type { Target } from '@hearth/testing';

/** Comments, protected branches and tags, releases with their links, and moves of the target's project. */
export function rows({ project, sha, user }: Target, amount: number): string[] {
  return [
    `insert into repository.commit_comments (project_id, commit_id, author_id, note)
     select ${project}, '${sha}', ${user} + n - 1, 'note' from generate_series(1, ${amount}) n`,
    `insert into repository.protected_branches (project_id, name, push_level, merge_level)
     select ${project}, 'protected-' || n, 40, 40 from generate_series(1, ${amount}) n`,
    `insert into repository.protected_tags (project_id, name, create_level)
     select ${project}, 'protected-' || n, 40 from generate_series(1, ${amount}) n`,
    `insert into repository.releases (project_id, tag, description, author_id)
     select ${project}, 'tag-' || n, 'x', ${user} + n - 1 from generate_series(1, ${amount}) n
     on conflict (project_id, tag) do nothing`,
    `insert into repository.release_links (release_id, name, url, link_type)
     select id, 'link-' || n, 'https://example.com/' || n, 'other'
     from repository.releases, generate_series(1, ${amount}) n where project_id = ${project} and tag = 'tag-1'
     on conflict (release_id, name) do nothing`,
    `insert into repository.storage_moves (project_id, source, destination, state)
     select ${project}, 'storage-1', 'storage-2', 'finished' from generate_series(1, ${amount}) n`,
  ];
}
