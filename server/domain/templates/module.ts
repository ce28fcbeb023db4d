import type { Module } from '../module.ts';
import { mountTemplateCovers } from './covers.ts';
import { templateRoutes } from './routes.ts';

/** Templates: the ready ones of the product, and what organisations saved from their events. */
export const templatesModule: Module = {
	name: 'templates',
	routes: templateRoutes,
	mountFiles: mountTemplateCovers,
};
