import { Module } from '@nestjs/common';
import { GitignoreFacts } from './gitignore.facts.js';
import { GitignoresController } from './gitignores.controller.js';

@Module({
  controllers: [GitignoresController],
  providers: [GitignoreFacts],
})
export class GitignoresModule {}
