export {
  defineAbilities,
  isAllowed,
  isUsable,
  hasAbility as may,
  mayHaveAbility,
  maySetOrigin,
  type Ability,
  type GroupStanding,
  type ProjectStanding,
  type Relation,
  type StandingFor,
} from './abilities.js';
export { AccessModule } from './access.module.js';
export { AccessResolver, type AccessContracts } from './access-resolver.js';
export { CALLER_HEADER, Callers, attachCaller, signCaller } from './callers.js';
export { LFS_PATHS, LFS_TOKEN_SECONDS, isLfsToken, issueLfsToken, lfsPath, principalOfLfsToken } from './lfs-tokens.js';
