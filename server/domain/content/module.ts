import type { Module } from '../module.ts';
import { mountContentFiles } from './files.ts';
import { contentRoutes } from './routes.ts';

/** Pages, blog posts and help articles: texts as data, with drafts, plans and a history. */
export const contentModule: Module = {
	name: 'content',
	routes: contentRoutes,
	mountFiles: mountContentFiles,
};
