import type { ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import { pageLinks, type PageLinks } from '@hearth/pages';
import type { CommitCard } from '@hearth/repository-contracts';
import { presentHead, type MergeRequestHead } from '../pages/head.view.js';
import type { SourcedMergeRequest } from '../pages/sourced-merge-request.facts.js';

export interface CommitsPageData extends MergeRequestHead {
  readonly commits: readonly {
    readonly id: string;
    readonly title: string;
    readonly author: string;
    readonly at: Date;
    readonly address: string;
  }[];
  readonly pager: PageLinks;
}

export function presentCommitsPage(
  { record, source }: SourcedMergeRequest,
  page: Page<CommitCard>,
  access: ProjectAccess,
): CommitsPageData {
  const head = presentHead(record, access, source, 'Commits');
  return {
    ...head,
    commits: page.items.map(({ id, message, author }) => ({
      id: id.slice(0, 8),
      title: message.split('\n', 1)[0]! || 'No message',
      author: author.name,
      at: new Date(author.seconds * 1000),
      address: `${head.project.address}/-/commit/${id}`,
    })),
    pager: pageLinks(page, `${head.head.address}/commits`),
  };
}
