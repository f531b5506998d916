import { servicePageController } from '@hearth/pages';
import { schema } from '../schema.js';
import { PageRenderer } from '../pages/page-renderer.js';

/** Page of this service for admins. */
export class ServicePageController extends servicePageController(schema, PageRenderer) {}
