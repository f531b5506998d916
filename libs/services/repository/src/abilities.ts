import { defineAbilities } from '@hearth/access';
import { AccessLevel } from '@hearth/contract-kit';

/** Who may do what with a repository. What a push may do to single refs stands in protection/push.rules.ts. */
export const abilities = defineAbilities({
  downloadCode: { name: 'download_code', from: AccessLevel.reporter, visitors: 'everyone' },
  pushCode: { name: 'push_code', from: AccessLevel.developer, whenArchived: false },
});
