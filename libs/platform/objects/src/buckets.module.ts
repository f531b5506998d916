import { Module } from '@nestjs/common';

/** Imported where stores are opened by `openPlace`, so that the process reads its settings when it starts. */
@Module({})
export class BucketsModule {}
