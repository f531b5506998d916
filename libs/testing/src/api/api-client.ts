import { Agent } from 'undici';
import { Answer } from './answer.js';

export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

export interface RequestOptions {
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as `application/json`. */
  readonly json?: unknown;
  /** Sent as `application/x-www-form-urlencoded`. */
  readonly form?: Readonly<Record<string, string>>;
  /** Sent unchanged, with the content type in `headers`. */
  readonly body?: string | Buffer;
}

const API = '/api/v4';
const TIMEOUT_MS = 30_000;
/** One pool for the whole run; idle connections do not keep the process alive. */
const agent = new Agent({ connections: 32, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });

/** HTTP client for a running Hearth, as one user or anonymous. Paths are sent as written: encode them with `segment`. */
export class ApiClient {
  /** @param origin scheme, host and port, without a slash at the end */
  constructor(
    readonly origin: string,
    private readonly token?: string,
  ) {}

  /** Sends a request outside the API, such as `/-/…` or git's URLs. */
  async send(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const target = path + queryText(path, options.query);
    const { headers, body } = contentOf(options);
    const answer = await agent.request({
      origin: this.origin,
      path: target,
      method: method as 'GET',
      headers: { ...(this.token !== undefined && { 'private-token': this.token }), ...headers, ...options.headers },
      body: body ?? null,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return new Answer(`${method} ${path}`, answer.statusCode, flatten(answer.headers), bytes);
  }

  /** Sends a request; `path` begins below `/api/v4`. */
  request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    return this.send(method, `${API}${path}`, options);
  }

  get(path: string, query?: Query): Promise<Answer> {
    return this.request('GET', path, { query });
  }

  post(path: string, json?: unknown): Promise<Answer> {
    return this.request('POST', path, { json });
  }

  put(path: string, json?: unknown): Promise<Answer> {
    return this.request('PUT', path, { json });
  }

  delete(path: string): Promise<Answer> {
    return this.request('DELETE', path);
  }

  /**
   * Reads one record.
   * @throws Error with the body for any other status than 200
   */
  async read<T>(path: string, query?: Query): Promise<T> {
    return (await this.get(path, query)).expect(200).json<T>();
  }

  /**
   * Reads all rows of a list, by following `rel="next"` as clients do.
   * @throws Error for a page with any other status than 200
   */
  async readAll<T>(path: string, query: Query = {}): Promise<T[]> {
    const rows: T[] = [];
    let page: Answer | undefined = (await this.get(path, { per_page: 100, ...query })).expect(200);
    while (page) {
      rows.push(...page.json<T[]>());
      const next: string | undefined = nextOf(page);
      page = next === undefined ? undefined : (await this.send('GET', next.slice(this.origin.length))).expect(200);
    }
    return rows;
  }
}

/** Encodes one path segment: everything but unreserved characters is percent-encoded, slashes too. */
export function segment(text: string | number): string {
  return encodeURIComponent(text);
}

/** Returns the URL of `rel="next"`, if there is one. */
export function nextOf(answer: Answer): string | undefined {
  return /<([^<>]+)>; rel="next"/.exec(answer.headers['link'] ?? '')?.[1];
}

function queryText(path: string, query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const item of value) params.append(`${name}[]`, String(item));
    else if (value !== undefined) params.append(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `${path.includes('?') ? '&' : '?'}${text}`;
}

function contentOf({ json, form, body }: RequestOptions): { headers: Record<string, string>; body?: string | Buffer } {
  if (json !== undefined) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
  if (form === undefined) return { headers: {}, body };
  const text = new URLSearchParams(form).toString();
  return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: text };
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]));
}
