import { z } from 'zod';
import type { Contribution } from '../git/reads/contributions.js';

export const ContributorView = z.strictObject({
  name: z.string(),
  email: z.string(),
  commits: z.int(),
  additions: z.int(),
  deletions: z.int(),
});
export type ContributorView = z.output<typeof ContributorView>;

export function presentContributor({ name, email, commits, additions, deletions }: Contribution): ContributorView {
  return { name, email, commits, additions, deletions };
}
