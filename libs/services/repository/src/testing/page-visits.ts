import type { Principal } from '@hearth/contract-kit';
import type { FakeProject } from './fake-services.js';
import type { RepositoryApp } from './repository-app.js';

export interface Visit {
  readonly status: number;
  readonly headers: Headers;
  /** Target of a redirect; null without one. */
  readonly location: string | null;
  readonly text: string;
}

/** Requests of browsers for the pages of a project. */
export class PageVisits {
  constructor(
    private readonly app: RepositoryApp,
    private readonly project: FakeProject,
  ) {}

  /** @param page as after `/-/` in its address: slashes before the query are sent encoded, as the edge does, but for the first; a path that begins with a slash is sent as it is */
  async open(page: string, as?: Principal, headers: Record<string, string> = {}): Promise<Visit> {
    return visitOf(await this.app.send(this.target(page), { as, headers: { accept: 'text/html', ...headers } }));
  }

  /** Sends a form that belongs to a page, which is opened before. @param token instead of the page's @param file of the field `file` */
  async send(
    page: string,
    form: string,
    fields: Record<string, string>,
    { as, token, file }: { readonly as: Principal; readonly token?: string; readonly file?: File },
  ): Promise<Visit> {
    const opened = await this.open(page, as);
    const [, given = ''] = /name="authenticity_token" value="([^"]+)"/.exec(opened.text) ?? [];
    const [cookie = ''] = (opened.headers.get('set-cookie') ?? '').split(';');
    const body = file ? new FormData() : new URLSearchParams();
    for (const [name, value] of Object.entries({ ...fields, authenticity_token: token ?? given }))
      body.set(name, value);
    if (body instanceof FormData) body.set('file', file!);
    const headers = { accept: 'text/html', cookie };
    return visitOf(await this.app.send(this.target(form), { method: 'POST', as, headers, body }));
  }

  /** `delete`, `update` and `comments` at the end are segments of their own. */
  private target(page: string): string {
    if (page.startsWith('/')) return page;
    const [address, query] = page.split('?', 2) as [string, string?];
    const last = ['/delete', '/update', '/comments'].find((each) => address.endsWith(each)) ?? '';
    const [kind, ...rest] = address.slice(0, address.length - last.length).split('/');
    const named = rest.length === 0 ? '' : `/${rest.join('%2F')}`;
    const project = encodeURIComponent(this.project.fullPath);
    return `/-/project/${project}/${kind}${named}${last}${query === undefined ? '' : `?${query}`}`;
  }
}

async function visitOf(response: Response): Promise<Visit> {
  const { status, headers } = response;
  return { status, headers, location: headers.get('location'), text: await response.text() };
}
