import { AccessLevel } from '@hearth/contract-kit';
import { z } from 'zod';

/** Rights of a user on the commits of a repository, beyond branches, tags and what they reach. */
export const CommitRights = z.object({
  /** Commits that the heads of merge requests reach. */
  mergeRequestHeads: z.boolean(),
  /** Commits that none of these refs reaches. */
  unreachable: z.boolean(),
});
export type CommitRights = z.infer<typeof CommitRights>;

/** Abilities that give these rights. */
export const commitAbilities = {
  /** By git, and by name as `refs/merge-requests/:iid/head`. Reading the merge request itself also needs an account. */
  mergeRequestHeads: {
    name: 'fetch_merge_request_head',
    from: AccessLevel.reporter,
    visitors: 'everyone',
    feature: 'mergeRequests',
  },
  /** By the full id of an object that neither a branch nor a tag nor a head of a merge request reaches. */
  unreachable: { name: 'read_unreachable_object', from: AccessLevel.guest, feature: 'repository' },
} as const;

/** Returns the rights of a user. @param may whether the user has an ability on the project */
export function commitRights(
  may: (ability: (typeof commitAbilities)[keyof typeof commitAbilities]) => boolean,
): CommitRights {
  return {
    mergeRequestHeads: may(commitAbilities.mergeRequestHeads),
    unreachable: may(commitAbilities.unreachable),
  };
}
