import type { RouteEntry } from '@hearth/http';
import FindMyWay from 'find-my-way';

/** Where a request goes. */
export interface Route {
  /** Its path with `:name` parameters, or its regular expression. */
  readonly pattern: string;
  readonly service: RouteEntry['service'];
  /** Undecoded name of the project whose storage must answer; null where any process may. */
  readonly project: string | null;
  readonly streams: boolean;
  /** Callers without credentials get nothing there. */
  readonly signedIn: boolean;
  /** Spoken to by git: credentials are Basic, refusals are text. */
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
  private readonly patterns: { entry: RouteEntry; pattern: RegExp }[] = [];

  constructor(entries: readonly RouteEntry[]) {
    for (const entry of entries) {
      if (entry.path === undefined) {
        this.patterns.push({ entry, pattern: new RegExp(entry.pattern!) });
        continue;
      }
      this.router.on(entry.methods as FindMyWay.HTTPMethod[], entry.path, () => undefined, entry);
    }
  }

  /** @param path of the URL, undecoded and without its query */
  find(method: string, path: string): Route | null {
    const wanted = method === 'HEAD' ? 'GET' : method;
    const found = this.router.find(wanted as FindMyWay.HTTPMethod, path);
    if (found) return toRoute(found.store as RouteEntry, found.params['id'] ?? null);
    for (const { entry, pattern } of this.patterns) {
      const match = entry.methods.includes(wanted) ? pattern.exec(path) : null;
      if (match) return toRoute(entry, safeDecode(match.groups?.['project'] ?? null));
    }
    return null;
  }

  /** The verbs that a path understands, for OPTIONS; empty for an unknown path. */
  allowed(path: string): string[] {
    const verbs = ['GET', 'POST', 'PUT', 'DELETE'].filter((verb) => this.find(verb, path));
    return verbs.includes('GET') ? ['GET', 'HEAD', ...verbs.slice(1)] : verbs;
  }
}

function toRoute({ service, routeBy, streams, signedIn, path, pattern }: RouteEntry, project: string | null): Route {
  return {
    pattern: path ?? pattern!,
    service,
    streams,
    signedIn: signedIn === true,
    project: routeBy === 'project' ? project : null,
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
