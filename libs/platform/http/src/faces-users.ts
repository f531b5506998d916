import { SetMetadata, type Type } from '@nestjs/common';

const FACES_USERS = 'hearth:faces-users';

/**
 * Marks the edge's module. Users reach a process with it directly, not only the gateway: it ignores correlation ids in requests and limits
 * what it reads.
 */
export const FacesUsers = () => SetMetadata(FACES_USERS, true);

/** Returns true when users reach the process of a module directly. */
export function facesUsers(module: Type): boolean {
  return Reflect.hasMetadata(FACES_USERS, module);
}
