import { Controller } from '@nestjs/common';
import { Answers, type CallContext } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { SearchBlobsQuery, SearchCommitsQuery } from '@hearth/repository-contracts';
import { CodeSearchFacts } from '../code-search/code-search.facts.js';

/** Answers searches of repositories, which end when the caller no longer waits. */
@Controller()
export class CodeSearchProvider {
  constructor(private readonly codeSearchFacts: CodeSearchFacts) {}

  @Answers(SearchCommitsQuery)
  commits(
    asked: InputOf<typeof SearchCommitsQuery>,
    { signal }: CallContext,
  ): Promise<OutputOf<typeof SearchCommitsQuery>> {
    return this.codeSearchFacts.commits(asked, signal);
  }

  @Answers(SearchBlobsQuery)
  blobs(asked: InputOf<typeof SearchBlobsQuery>, { signal }: CallContext): Promise<OutputOf<typeof SearchBlobsQuery>> {
    return this.codeSearchFacts.blobs(asked, signal);
  }
}
