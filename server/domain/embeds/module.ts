import type { Module } from '../module.ts';
import { mountEmbedCards } from './cards/mount.ts';
import { embedRoutes } from './routes.ts';

/** Events on other sites: what an element shows, registering from it, oEmbed and its cards. */
export const embedsModule: Module = {
	name: 'embeds',
	mountFiles: mountEmbedCards,
	routes: embedRoutes,
};
