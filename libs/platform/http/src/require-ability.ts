import { isAllowed, type Ability, type Relation, type StandingFor } from '@hearth/access';
import type { Principal } from '@hearth/contract-kit';
import { Forbidden } from './refusals.js';

/**
 * Checks an ability on a row that the transaction has locked: the guard has checked it before, but permissions and the row may have changed
 * while the request waited for the lock.
 * @param row the project or group as it is under the lock, with the caller's access level in it, also read under the lock
 * @param relations of the caller to the record of the request, for an ability with `also`
 * @throws Forbidden
 */
export function requireAbility<A extends Ability>(
  ability: A,
  row: StandingFor<A>,
  caller: Principal,
  relations: readonly Relation[] = [],
): void {
  if (!isAllowed(ability, row, caller, relations)) throw Forbidden();
}
