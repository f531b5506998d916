import { Module } from '@nestjs/common';
import { customAttributeProviders } from '@hearth/custom-attributes';
import { IdentityCoreModule } from '../core.module.js';
import { UsersModule } from '../users/users.module.js';
import { UserAttributesController } from './custom-attributes.controller.js';
import { ATTRIBUTE_TABLES } from './custom-attributes.store.js';

@Module({
  imports: [IdentityCoreModule, UsersModule],
  controllers: [UserAttributesController],
  providers: [...customAttributeProviders(ATTRIBUTE_TABLES)],
})
export class CustomAttributesModule {}
