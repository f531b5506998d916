import { Module } from '@nestjs/common';
import { PageTexts } from './page-texts.js';
import { RichText } from './rich-text.js';

@Module({ providers: [RichText, PageTexts], exports: [RichText, PageTexts] })
export class RichTextModule {}
