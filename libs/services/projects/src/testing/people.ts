import type { Principal, UserId } from '@hearth/contract-kit';

/** User as the edge would pass one on. */
export function user(id: number, overrides: Partial<Omit<Principal, 'userId'>> = {}): Principal {
  return {
    userId: id as UserId,
    username: `user-${id}`,
    name: `User ${id}`,
    email: `user-${id}@example.com`,
    admin: false,
    external: false,
    projectsLimit: 100_000,
    credential: { kind: 'personal', tokenId: id, scopes: ['api'] },
    ...overrides,
  };
}
