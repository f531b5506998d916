import { Module } from '@nestjs/common';
import { customAttributeProviders } from '@hearth/custom-attributes';
import { ProjectsCoreModule } from '../core.module.js';
import { GroupAttributesController, ProjectAttributesController } from './custom-attributes.controller.js';
import { ATTRIBUTE_TABLES } from './custom-attributes.store.js';

@Module({
  imports: [ProjectsCoreModule],
  controllers: [ProjectAttributesController, GroupAttributesController],
  providers: [...customAttributeProviders(ATTRIBUTE_TABLES)],
})
export class CustomAttributesModule {}
