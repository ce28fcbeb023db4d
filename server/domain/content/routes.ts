import { handle, type Route } from '#server/http/handler.ts';
import { storeImage, textImage } from '#server/platform/images.ts';
import type { Services } from '#server/services.ts';
import * as contracts from '#shared/contracts/content.ts';
import * as editing from '#shared/contracts/content-editing.ts';
import {
	archiveItem,
	authorOf,
	createItem,
	deleteDraft,
	publishItem,
	restoreItem,
	saveDraft,
	unscheduleItem,
} from './commands/edit-content.ts';
import { getItem, getRevision, listItems } from './editing.ts';
import { getOperator, updateOperator } from './operator.ts';
import { getPublished, getPublishedWithRelated, listHelp, listPosts } from './queries.ts';

const read = (services: Services, itemId: string) => getItem(services, services.database.db, itemId);

export const contentRoutes: Route[] = [
	handle(contracts.getPage, ({ params }, services) => getPublished(services, 'page', params.slug)),
	handle(contracts.listPosts, ({ query }, services) => listPosts(services, query)),
	handle(contracts.getPost, ({ params }, services) => getPublishedWithRelated(services, 'post', params.slug)),
	handle(contracts.listHelp, ({ query }, services) => listHelp(services, query)),
	handle(contracts.getHelp, ({ params }, services) => getPublishedWithRelated(services, 'help', params.slug)),
	handle(contracts.getOperator, (_input, services) => getOperator(services)),
	handle(contracts.updateOperator, ({ body, context }, services) =>
		updateOperator(services, body, context.ifMatch),
	),

	handle(editing.listItems, ({ query }, services) => listItems(services, query)),
	handle(editing.createItem, async ({ body, caller }, services) =>
		read(services, await createItem(services, body, authorOf(caller))),
	),
	handle(editing.getItem, ({ params }, services) => read(services, params.item)),
	handle(editing.saveDraft, async ({ params, body, caller, context }, services) => {
		const { ifMatch } = context;
		await saveDraft(services, { itemId: params.item, draft: body, ifMatch, author: authorOf(caller) });
		return read(services, params.item);
	}),
	handle(editing.addImage, ({ file }, services) => storeImage(services.files, file.bytes, textImage)),
	handle(editing.publishItem, async ({ params, body, context }, services) => {
		const at = body.at ? new Date(body.at) : undefined;
		await publishItem(services, { itemId: params.item, at, ifMatch: context.ifMatch });
		return read(services, params.item);
	}),
	handle(editing.unscheduleItem, async ({ params }, services) => {
		await unscheduleItem(services, params.item);
		return read(services, params.item);
	}),
	handle(editing.archiveItem, async ({ params }, services) => {
		await archiveItem(services, params.item);
		return read(services, params.item);
	}),
	handle(editing.restoreItem, async ({ params }, services) => {
		await restoreItem(services, params.item);
		return read(services, params.item);
	}),
	handle(editing.getRevision, ({ params }, services) => getRevision(services, params.item, params.revision)),
	handle(editing.deleteDraft, async ({ params }, services) => {
		await deleteDraft(services, params.item);
		return undefined;
	}),
];
