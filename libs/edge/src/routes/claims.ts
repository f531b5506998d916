import type { ServiceName } from '@hearth/contract-kit';
import type { RouteEntry } from '@hearth/http';

/** The service that answers a route. */
export type Owner = ServiceName | 'edge';

/**
 * Returns what an entry claims, one text for each method: `GET /api/v4/projects/:`. Names of parameters make no difference to a router;
 * patterns claim by their source.
 */
export function claimsOf({ methods, path, pattern }: RouteEntry): string[] {
  const place = path === undefined ? `~${pattern}` : path.replaceAll(/:\w+/g, ':');
  return methods.map((method) => `${method} ${place}`);
}

/** A path that several services claim. */
export interface Conflict {
  readonly claim: string;
  /** The service that keeps it. */
  readonly holder: Owner;
  readonly others: readonly Owner[];
}

/** The routes of all services together. */
export interface MergedRoutes {
  readonly entries: readonly RouteEntry[];
  /** The service that has each claim. */
  readonly holders: ReadonlyMap<string, Owner>;
  readonly conflicts: readonly Conflict[];
}

/**
 * Merges the routes of services. A path that several claim stays with the service that had it before; otherwise the first of the list gets it.
 * @param services in order of precedence
 * @param before the holders so far
 */
export function mergeRoutes(
  services: ReadonlyMap<Owner, readonly RouteEntry[]>,
  before: ReadonlyMap<string, Owner> = new Map(),
): MergedRoutes {
  const claimants = new Map<string, Set<Owner>>();
  for (const [service, entries] of services) {
    for (const claim of entries.flatMap(claimsOf))
      claimants.set(claim, (claimants.get(claim) ?? new Set<Owner>()).add(service));
  }
  const holders = new Map<string, Owner>();
  const conflicts: Conflict[] = [];
  for (const [claim, owners] of claimants) {
    const earlier = before.get(claim);
    const holder = earlier !== undefined && owners.has(earlier) ? earlier : [...owners][0]!;
    holders.set(claim, holder);
    if (owners.size > 1) conflicts.push({ claim, holder, others: [...owners].filter((owner) => owner !== holder) });
  }
  const entries = [...services].flatMap(([service, own]) =>
    own.flatMap((entry) => withMethods(entry, (claim) => holders.get(claim) === service)),
  );
  return { entries, holders, conflicts };
}

/** Returns the union of the tables of one service, the newest first: where two claim a path, the newer entry counts. */
export function unionOf(newestFirst: readonly (readonly RouteEntry[])[]): RouteEntry[] {
  const taken = new Set<string>();
  return newestFirst.flatMap((entries) => {
    const added = entries.flatMap((entry) => withMethods(entry, (claim) => !taken.has(claim)));
    for (const claim of added.flatMap(claimsOf)) taken.add(claim);
    return added;
  });
}

/** Returns the entry with those of its methods whose claims hold; nothing without any. */
function withMethods(entry: RouteEntry, holds: (claim: string) => boolean): RouteEntry[] {
  const claims = claimsOf(entry);
  const methods = entry.methods.filter((_, place) => holds(claims[place]!));
  return methods.length === 0 ? [] : [methods.length === claims.length ? entry : { ...entry, methods }];
}
