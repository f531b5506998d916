import 'reflect-metadata';
import { SetMetadata, type Type } from '@nestjs/common';

const FACES_USERS = 'hearth:faces-users';

export interface FacesUsersOptions {
  /** Returns the target (path and query) to route a request by, instead of the one that the client wrote. */
  readonly rewriteTarget?: (method: string | undefined, target: string) => string;
}

/**
 * Marks the edge's module. Users reach a process with it directly, not only through the gateway: it ignores correlation ids in requests and limits
 * their size.
 */
export const FacesUsers = (options: FacesUsersOptions = {}) => SetMetadata(FACES_USERS, options);

/** Returns the options of the edge's module; undefined for every other one. */
export function facesUsers(module: Type): FacesUsersOptions | undefined {
  return Reflect.getMetadata(FACES_USERS, module) as FacesUsersOptions | undefined;
}
