import FindMyWay from 'find-my-way';
import { routerPath, type RouteEntry } from '@hearth/http';
import type { Owner } from './claims.js';

/** The route of a request. */
export interface Route {
  /** Its path with `:name` parameters, or its regular expression. */
  readonly pattern: string;
  readonly service: Owner;
  /** Undecoded name of the project whose storage must answer; null when any process may. */
  readonly project: string | null;
  /** The URLs of requests that copies of the project's repository may answer; undefined: those by GET and HEAD. */
  readonly reads: RegExp | undefined;
  readonly streams: boolean;
  /** Requires authentication. */
  readonly signedIn: boolean;
  /** Source of the credential. */
  readonly credentials: 'token' | NonNullable<RouteEntry['credentials']>;
  /** Runners call it, whose tokens the edge does not check. */
  readonly ofRunners: boolean;
  /** The token of a running job is a credential. */
  readonly jobTokens: boolean;
  /** Answered when something happens, or with 204. */
  readonly waits: boolean;
  /** Anonymous requests have a limit of their own. */
  readonly costly: boolean;
  /** The media types of bodies that are streams; undefined where none is. */
  readonly takes: RegExp | undefined;
  /** Used by git: credentials are Basic, refusals are text. */
  readonly git: boolean;
}

const MAX_PARAM_LENGTH = 4096;

/** Lookup over one set of routes. */
interface Compiled {
  readonly router: FindMyWay.Instance<FindMyWay.HTTPVersion.V1>;
  readonly slashed: readonly SlashedRoute[];
  readonly patterns: readonly { entry: RouteEntry; pattern: RegExp; takes: RegExp | undefined }[];
}

/**
 * Finds the service for a request by method and path, exactly as the services' own routers would. The routes can be replaced, all at once:
 * a request that was routed before keeps its route.
 */
export class RouteTable {
  private compiled: Compiled;

  /** @throws for a path or a pattern that is none */
  constructor(entries: readonly RouteEntry[]) {
    this.compiled = compile(entries);
  }

  /**
   * Replaces the routes.
   * @throws for a path or a pattern that is none; the former routes then stay
   */
  use(entries: readonly RouteEntry[]): void {
    this.compiled = compile(entries);
  }

  /** @param path of the URL, undecoded and without its query */
  find(method: string, path: string): Route | null {
    const wanted = method === 'HEAD' ? 'GET' : method;
    const found = this.compiled.router.find(wanted as FindMyWay.HTTPMethod, path);
    if (found) {
      const entry = found.store as RouteEntry;
      const takes = entry.takes === undefined ? undefined : new RegExp(entry.takes, 'i');
      return toRoute(entry, found.params['id'] ?? null, takes);
    }
    for (const { entry, pattern, takes } of this.compiled.patterns) {
      const match = entry.methods.includes(wanted) ? pattern.exec(path) : null;
      if (match) return toRoute(entry, safeDecode(match.groups?.['project'] ?? null), takes);
    }
    return null;
  }

  /**
   * Encodes the slashes in those parameters of a path that may have some: for routers they separate segments.
   * @param target of a request: a path, and its query if there is one
   */
  withEncodedSlashes(target: string): string {
    const [path = ''] = target.split('?', 1);
    for (const { pattern, isSlashed } of this.compiled.slashed) {
      const parts = pattern.exec(path)?.slice(1);
      if (!parts) continue;
      const encoded = parts.map((part, place) => (isSlashed[place] ? part.replaceAll('/', '%2F') : part));
      return encoded.join('') + target.slice(path.length);
    }
    return target;
  }

  /** Lists the methods of a path, for OPTIONS; empty for an unknown path. */
  allowed(path: string): string[] {
    const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((verb) => this.find(verb, path));
    return verbs.includes('GET') ? ['GET', 'HEAD', ...verbs.slice(1)] : verbs;
  }
}

function compile(entries: readonly RouteEntry[]): Compiled {
  const router = FindMyWay({
    maxParamLength: MAX_PARAM_LENGTH,
    ignoreTrailingSlash: true,
    ignoreDuplicateSlashes: true,
  });
  const slashed: SlashedRoute[] = [];
  const patterns: Compiled['patterns'][number][] = [];
  for (const entry of entries) {
    if (entry.path === undefined) {
      const takes = entry.takes === undefined ? undefined : new RegExp(entry.takes);
      patterns.push({ entry, pattern: new RegExp(entry.pattern!), takes });
      continue;
    }
    if (entry.slashes) slashed.push(slashedRoute(entry.path, entry.slashes));
    router.on(entry.methods as FindMyWay.HTTPMethod[], routerPath(entry.path), () => undefined, entry);
  }
  return { router, slashed, patterns };
}

/** Variants of the path of an endpoint when some of its segments contain slashes. */
interface SlashedRoute {
  /** With a group for each part of the path: literals and parameters in turn. */
  readonly pattern: RegExp;
  /** Which of the groups may have slashes. */
  readonly isSlashed: readonly boolean[];
}

function slashedRoute(path: string, slashes: readonly string[]): SlashedRoute {
  const parts = path.split(/(:\w+)/).filter(Boolean);
  const isSlashed = parts.map((part) => slashes.some((name) => part === `:${name}`));
  const groups = parts.map((part, place) => {
    if (isSlashed[place]) return '(.+?)';
    return part.startsWith(':') ? '([^/]+)' : `(${part.replaceAll(/\W/g, String.raw`\$&`)})`;
  });
  return { pattern: new RegExp(`^${groups.join('')}$`), isSlashed };
}

function toRoute(entry: RouteEntry, project: string | null, takes: RegExp | undefined): Route {
  const { service, routeBy, reads, streams, signedIn, credentials, callers, path, pattern } = entry;
  return {
    pattern: path ?? pattern!,
    service: service as Owner,
    streams,
    takes,
    signedIn: signedIn === true,
    credentials: credentials ?? 'token',
    ofRunners: callers === 'runners',
    jobTokens: entry.jobTokens === true,
    waits: entry.waits === true,
    costly: entry.costly === true,
    project: routeBy === 'storage' ? project : null,
    reads: reads === undefined ? undefined : new RegExp(reads),
    git: pattern !== undefined,
  };
}

function safeDecode(text: string | null): string | null {
  try {
    return text === null ? null : decodeURIComponent(text);
  } catch {
    return text;
  }
}
