import { Injectable } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { ReadImportSource } from '@hearth/contracts';
import { RequestImport } from '../imports/request.js';

/** Answers where repositories are to be copied from. */
@Injectable()
export class ImportsProvider {
  constructor(private readonly imports: RequestImport) {}

  @Answers(ReadImportSource)
  async readImportSource({ projectId }: InputOf<typeof ReadImportSource>): Promise<OutputOf<typeof ReadImportSource>> {
    return { url: await this.imports.source(projectId) };
  }
}
