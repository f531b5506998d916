import { Module } from '@nestjs/common';
import { SystemObjects } from './system-objects.js';

@Module({
  providers: [{ provide: SystemObjects, useFactory: () => SystemObjects.fromEnvironment() }],
  exports: [SystemObjects],
})
export class ObjectsModule {}
