/** Project or group with credentials of its own. */
export interface CredentialHolder {
  readonly kind: 'project' | 'group';
  readonly id: number;
}
