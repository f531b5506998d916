import type { SignatureStatus } from '@hearth/identity-contracts';
import type { GpgChecked } from './gpg-signature-thread.js';

/** Address of a user, in lower case. */
export interface UserAddress {
  readonly email: string;
  readonly isConfirmed: boolean;
}

/** Status of a signature by a known GPG key, in the order of the reference. @param committerEmail in lower case */
export function gpgStatus(
  { isValid, users }: GpgChecked,
  addresses: readonly UserAddress[],
  committerEmail: string,
): SignatureStatus {
  const confirmed = confirmedOf(addresses);
  const ofKey = new Set(users.map(({ email }) => email.toLowerCase()).filter((email) => confirmed.has(email)));
  if (ofKey.size === 0) return 'unverified_key';
  if (!isValid) return 'unverified';
  if (ofKey.has(committerEmail)) return 'verified';
  return has(addresses, committerEmail) ? 'same_user_different_email' : 'other_user';
}

/** The user of a GPG key who is shown: the first one with a confirmed address, else the first. */
export function shownUser({ users }: GpgChecked, addresses: readonly UserAddress[]) {
  const confirmed = confirmedOf(addresses);
  return users.find(({ email }) => confirmed.has(email.toLowerCase())) ?? users[0];
}

/** Status of a valid signature by a known SSH key. @param committerEmail in lower case */
export function sshStatus(addresses: readonly UserAddress[], committerEmail: string): SignatureStatus {
  if (!has(addresses, committerEmail)) return 'other_user';
  return confirmedOf(addresses).has(committerEmail) ? 'verified' : 'unverified';
}

function confirmedOf(addresses: readonly UserAddress[]): ReadonlySet<string> {
  return new Set(addresses.filter(({ isConfirmed }) => isConfirmed).map(({ email }) => email));
}

function has(addresses: readonly UserAddress[], email: string): boolean {
  return addresses.some((address) => address.email === email);
}
