import FindMyWay from 'find-my-way';
import type { RouteEntry } from './route-entry.js';

/** The route of a request. */
export interface Route {
  /** Its path with `:name` parameters, or its regular expression. */
  readonly pattern: string;
  readonly service: RouteEntry['service'];
  /** Undecoded name of the project whose storage must answer; null when any process may. */
  readonly project: string | null;
  readonly streams: boolean;
  /** Requires authentication. */
  readonly signedIn: boolean;
  /** Where the caller is looked for. */
  readonly credentials: 'token' | NonNullable<RouteEntry['credentials']>;
  /** Runners call it, whose tokens the edge does not check. */
  readonly ofRunners: boolean;
  /** The media types of bodies that are streams; undefined where none is. */
  readonly takes: RegExp | undefined;
  /** Used by git: credentials are Basic, refusals are text. */
  readonly git: boolean;
}

const MAX_PARAM_LENGTH = 4096;

/** Finds the service for a request by method and path, exactly as the services' own routers would. */
export class RouteTable {
  private readonly router = FindMyWay({
    maxParamLength: MAX_PARAM_LENGTH,
    ignoreTrailingSlash: true,
    ignoreDuplicateSlashes: true,
  });
  private readonly patterns: { entry: RouteEntry; pattern: RegExp; takes: RegExp | undefined }[] = [];

  constructor(entries: readonly RouteEntry[]) {
    for (const entry of entries) {
      if (entry.path === undefined) {
        const takes = entry.takes === undefined ? undefined : new RegExp(entry.takes);
        this.patterns.push({ entry, pattern: new RegExp(entry.pattern!), takes });
        continue;
      }
      this.router.on(entry.methods as FindMyWay.HTTPMethod[], entry.path, () => undefined, entry);
    }
  }

  /** @param path of the URL, undecoded and without its query */
  find(method: string, path: string): Route | null {
    const wanted = method === 'HEAD' ? 'GET' : method;
    const found = this.router.find(wanted as FindMyWay.HTTPMethod, path);
    if (found) {
      const entry = found.store as RouteEntry;
      const takes = entry.takes === undefined ? undefined : new RegExp(entry.takes, 'i');
      return toRoute(entry, found.params['id'] ?? null, takes);
    }
    for (const { entry, pattern, takes } of this.patterns) {
      const match = entry.methods.includes(wanted) ? pattern.exec(path) : null;
      if (match) return toRoute(entry, safeDecode(match.groups?.['project'] ?? null), takes);
    }
    return null;
  }

  /** Lists the methods of a path, for OPTIONS; empty for an unknown path. */
  allowed(path: string): string[] {
    const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((verb) => this.find(verb, path));
    return verbs.includes('GET') ? ['GET', 'HEAD', ...verbs.slice(1)] : verbs;
  }
}

function toRoute(entry: RouteEntry, project: string | null, takes: RegExp | undefined): Route {
  const { service, routeBy, streams, signedIn, credentials, callers, path, pattern } = entry;
  return {
    pattern: path ?? pattern!,
    service,
    streams,
    takes,
    signedIn: signedIn === true,
    credentials: credentials ?? 'token',
    ofRunners: callers === 'runners',
    project: routeBy === 'storage' ? project : null,
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
