import { handle, type Route } from '#server/http/handler.ts';
import * as notices from '#shared/contracts/notices.ts';
import * as contract from '#shared/contracts/notifications.ts';
import * as settings from '#shared/contracts/settings.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { choose, listChoices } from './choices.ts';
import { retryMail } from './commands/retry-mail.ts';
import { listFailedJobs, retryFailedJob } from './failed-jobs.ts';
import { countUnread, listNotices, readNotices } from './notices/queries.ts';
import { getSubscription, subscribeAgain, unsubscribe } from './opt-outs.ts';
import { getMail, listMails } from './queries.ts';
import { addSuppression, liftSuppression, listSuppressions } from './suppressions.ts';

export const notificationRoutes: Route[] = [
	handle(contract.listMails, ({ query }, services) => listMails(services, query)),
	handle(contract.getMail, ({ params }, services) => getMail(services, params.mail)),
	handle(contract.retryMail, ({ params }, services) => retryMail(services, params.mail)),
	handle(contract.listSuppressions, ({ query }, services) =>
		listSuppressions(services, { ...query, email: query.q }),
	),
	handle(contract.addSuppression, ({ body }, services) => addSuppression(services, body)),
	handle(contract.liftSuppression, async ({ params }, services) => {
		await liftSuppression(services, params.suppression);
		return undefined;
	}),
	handle(contract.listFailedJobs, ({ query }, services) => listFailedJobs(services, query)),
	handle(contract.retryJob, ({ params }, services) => retryFailedJob(services, params.job)),
	handle(contract.getSubscription, ({ params }, services) => getSubscription(services, params.token)),
	handle(contract.unsubscribe, async ({ params, context }, services) => {
		await unsubscribe(services, params.token);
		return { message: context.translate(message`You won’t get any more emails of this kind.`) };
	}),
	handle(contract.subscribeAgain, async ({ params }, services) => {
		await subscribeAgain(services, params.token);
		return undefined;
	}),
	handle(notices.listNotices, ({ caller, query }, services) => listNotices(services, caller.userId, query)),
	handle(notices.countUnread, async ({ caller }, services) => ({
		unread: await countUnread(services, caller.userId),
	})),
	handle(notices.readNotices, async ({ caller, body }, services) => {
		await readNotices(services, caller.userId, body);
		return undefined;
	}),
	handle(settings.getNotifications, ({ caller }, services) => listChoices(services, caller)),
	handle(settings.chooseNotification, async ({ caller, body }, services) => {
		await choose(services, caller, body);
		return listChoices(services, caller);
	}),
];
