import { handle, type Route } from '#server/http/handler.ts';
import * as contracts from '#shared/contracts/supporter-pages.ts';
import { getVisibleFundraiser } from '../donation-rows.ts';
import { moderatePage, removePage, updatePage } from './change-page.ts';
import { createPage, pageInputOf } from './create-page.ts';
import { makePageToken } from './page-record.ts';
import { removePicture, uploadPicture } from './picture.ts';
import { posterFile } from './poster.ts';
import { getListedPage, getOwnPage, getPage, listAccountPages, listAllPages, listPages } from './queries.ts';
import { reportPage } from './report-page.ts';
import { requestPageLinks } from './request-links.ts';

/** Pages and teams of supporters: in public, behind the links of their owners, and as the organiser sees them. */
export const supporterRoutes: Route[] = [
	handle(contracts.listSupporterPages, ({ params, query, context }, services) =>
		listPages(services, params.event, context, query),
	),
	handle(contracts.getSupporterPage, ({ params, context }, services) =>
		getPage(services, params.event, context, params.page),
	),
	handle(contracts.createSupporterPage, async ({ params, body, context }, services) => {
		const { scope } = await getVisibleFundraiser(services, params.event, context);
		const { address, caller } = context;
		const page = await createPage(services, scope, {
			input: pageInputOf(body, caller ?? null),
			address,
			userId: caller?.userId ?? null,
		});
		const own = await getOwnPage(services, { ...scope, pageId: page.id });
		const token = makePageToken(services.secret, page);
		return { ...own, page: own, token, pageToken: token };
	}),
	handle(contracts.sendPageLinks, async ({ params, body, context }, services) => {
		const { scope } = await getVisibleFundraiser(services, params.event, context);
		await requestPageLinks(services, scope, body.email);
		return undefined;
	}),
	handle(contracts.getOwnPage, ({ supporterPage }, services) => getOwnPage(services, supporterPage)),
	handle(contracts.updateOwnPage, async ({ supporterPage, body, context }, services) => {
		await updatePage(services, supporterPage, { input: body, ifMatch: context.ifMatch });
		return getOwnPage(services, supporterPage);
	}),
	handle(contracts.removeOwnPage, async ({ supporterPage }, services) => {
		await removePage(services, supporterPage);
		return undefined;
	}),
	handle(contracts.uploadPagePicture, async ({ supporterPage, file, context }, services) => {
		await uploadPicture(services, supporterPage, { bytes: file.bytes, ifMatch: context.ifMatch });
		return getOwnPage(services, supporterPage);
	}),
	handle(contracts.removePagePicture, async ({ supporterPage, context }, services) => {
		await removePicture(services, supporterPage, { ifMatch: context.ifMatch });
		return getOwnPage(services, supporterPage);
	}),
	handle(contracts.getOwnPoster, ({ supporterPage }, services) => posterFile(services, supporterPage)),
	handle(contracts.getPagePoster, ({ params, scope }, services) =>
		posterFile(services, { ...scope, pageId: params.page }),
	),
	handle(contracts.reportSupporterPage, async ({ params, body, context }, services) => {
		const { scope } = await getVisibleFundraiser(services, params.event, context);
		await reportPage(services, scope, { slug: params.page, reason: body.reason, address: context.address });
		return undefined;
	}),
	handle(contracts.listAccountPages, ({ caller, query }, services) =>
		listAccountPages(services, caller, query),
	),
	handle(contracts.listAllPages, ({ scope, query }, services) => listAllPages(services, scope, query)),
	handle(contracts.moderatePage, async ({ params, scope, body }, services) => {
		const page = { ...scope, pageId: params.page };
		await moderatePage(services, page, body);
		return getListedPage(services, page);
	}),
];
