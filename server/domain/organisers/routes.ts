import { handle, type Route } from '#server/http/handler.ts';
import { languageFor } from '#server/platform/messages.ts';
import * as contract from '#shared/contracts/organisers.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { exportFollowers, listFollowers } from './follower-list.ts';
import { changeFollowing, follow } from './followers.ts';
import { getFollowing, listOwnFollowing } from './following.ts';
import { writeToOrganiser } from './messages.ts';
import { getPageSettings, readOrganiserPage, updatePageSettings } from './page.ts';

export const organiserRoutes: Route[] = [
	handle(contract.getOrganiserPage, ({ params }, services) => readOrganiserPage(services, params.slug)),
	handle(contract.follow, async ({ params, body, context }, services) => {
		const locale = languageFor(context.acceptLanguage);
		await follow(services, { slug: params.slug, email: body.email, locale, address: context.address });
		const note = services.mailer.canSend
			? message`Almost done: open the link we sent to your email.`
			: message`Email isn’t set up on this site, so you can’t follow yet.`;
		return { message: context.translate(note) };
	}),
	handle(contract.writeToOrganiser, async ({ params, body, context }, services) => {
		await writeToOrganiser(services, { slug: params.slug, ...body, address: context.address });
		return { message: context.translate(message`Your message is on its way.`) };
	}),
	handle(contract.getFollowing, ({ params }, services) => getFollowing(services, params.token)),
	handle(contract.confirmFollowing, async ({ params }, services) => {
		await changeFollowing(services, params.token, 'confirmed');
		return getFollowing(services, params.token);
	}),
	handle(contract.leaveFollowing, async ({ params }, services) => {
		await changeFollowing(services, params.token, 'left');
		return undefined;
	}),
	handle(contract.listOwnFollowing, ({ caller, query }, services) =>
		listOwnFollowing(services, caller.userId, query),
	),
	handle(contract.leaveByOneClick, async ({ params, context }, services) => {
		await changeFollowing(services, params.token, 'left');
		return { message: context.translate(message`You won’t get any more emails of this kind.`) };
	}),
	handle(contract.getPageSettings, ({ scope }, services) =>
		getPageSettings(services.database.db, scope.organisationId),
	),
	handle(contract.updatePageSettings, ({ scope, body, context }, services) =>
		updatePageSettings(services, {
			organisationId: scope.organisationId,
			ifMatch: context.ifMatch,
			changes: body,
		}),
	),
	handle(contract.listFollowers, ({ scope, query }, services) =>
		listFollowers(services, scope.organisationId, query),
	),
	handle(contract.exportFollowers, ({ scope, query }, services) =>
		exportFollowers(services, scope.organisationId, query),
	),
];
