import { AccessLevel } from '@hearth/contract-kit';

/** Names of the roles that members may have. */
export const ROLES = {
  [AccessLevel.guest]: 'Guest',
  [AccessLevel.reporter]: 'Reporter',
  [AccessLevel.developer]: 'Developer',
  [AccessLevel.master]: 'Maintainer',
  [AccessLevel.owner]: 'Owner',
} as const;

/** Level of a member. */
export type RoleLevel = keyof typeof ROLES;
