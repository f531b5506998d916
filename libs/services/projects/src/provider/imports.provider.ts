import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { ReadImportSourceQuery } from '@hearth/projects-contracts';
import { importsFromPrivate } from '../imports/private-sources.js';
import { RequestImport } from '../imports/request.js';

/** Answers where repositories are to be copied from. */
@Controller()
export class ImportsProvider {
  constructor(private readonly imports: RequestImport) {}

  @Answers(ReadImportSourceQuery)
  async readImportSource({
    projectId,
  }: InputOf<typeof ReadImportSourceQuery>): Promise<OutputOf<typeof ReadImportSourceQuery>> {
    return { ...(await this.imports.source(projectId)), privateAllowed: importsFromPrivate() };
  }
}
